import Household

/// Plan and tick off for one person.
struct PersonPage: Sendable {
    /// As it is in paths.
    var key: String
    var face: Face
    var occasionKey: String
    var occasionName: String
    var currency: Currency
    var tally: Tally
    var gifts: [GiftRow]
    /// Linked to a member, who must not see this page.
    var isMember: Bool
    var memory = GiftMemoryCard([])
    /// What a gift can count to; empty where the household has no categories.
    var categories: [Field.Choice] = []
    var newGift = Entries.empty
    /// Name and limit, when a change of them was refused.
    var changes = Entries.empty

    func html(in frame: Frame) -> HTML {
        Page(
            title: "Gifts for \(face.name)", tab: .gifts, back: (rest: "/gifts?occasion=\(occasionKey)", label: occasionName), beside: face.tag(),
            main: """
                <div class="two side"><div class=stack>\(summary)\(list(frame))</div>\
                <div class=snug><section class=card id=add><h2>\(gifts.isEmpty ? "The first idea" : "Add a gift")</h2>\(addForm(frame))</section>\
                \(disclosure("Budget and name", open: changes.hasErrors, id: "budget", icon: .receipt, changeForm(frame)))\(memory.html)</div></div>
                """
        ).html(in: frame)
    }

    private var summary: HTML {
        """
        <section class=card><div class=line><h2>\(tally.planned) planned</h2>\(tally.limit.map { "<span class=quiet>of \($0)</span>" as HTML })</div>\
        \(tally.ribbon(large: true))\(tally.key)\(tally.waitingWords)<p>\(nextStep)</p></section>
        """
    }

    private var nextStep: HTML {
        guard let left = tally.left, let unplanned = tally.unplanned else { return "<span class=quiet>No limit for \(face.name).</span>" }
        if unplanned.minor < 0 { return "\(tally.words). <a href=#budget>Raise the budget</a>, or take something off." }
        if left.minor == 0 { return "<span class=good>Exactly on budget.</span>" }
        return "\(left) left to spend\(unplanned == left || unplanned.minor == 0 ? nil : ", \(unplanned) of it not planned yet" as HTML)."
    }

    private func list(_ frame: Frame) -> HTML {
        guard !gifts.isEmpty else {
            return EmptyState(
                drawing: .shelf, title: "Nothing for \(face.name) yet",
                words: isMember ? "\(face.name) can't see this page, nor any total it goes into." : "Ideas count too: tick them off once they are bought."
            ).html
        }
        return "<section class=card aria-label=Gifts><ul class=list>\(gifts.map { $0.html(recipient: key, currency: currency, in: frame) })</ul></section>"
    }

    private func changeForm(_ frame: Frame) -> HTML {
        let fields: HTML = """
            \(problemBanner(changes))<input type=hidden name=occasion value="\(occasionKey)">\
            \(Field("limit", "Budget", .amount(symbol: currency.symbol), hint: "Leave it empty for no limit. 0 allows nothing.", value: tally.limit?.plain, required: false).html(changes, scope: "person"))\
            \(Field("name", "Name", value: face.name, limit: 80).html(changes, scope: "person"))<button class="button wide">Save</button>
            """
        return """
            \(frame.form("/gifts/\(key)/settings", fields))\
            <p class=quiet>Would you rather be surprised by what \(face.name) is given?</p>\
            \(frame.button("Don't spoil me", "/gifts/\(key)/surprise", class: "button wide", confirming: "Keep gifts for \(face.name) from me"))\
            \(gifts.isEmpty ? frame.button("Take \(face.name) off the list", "/gifts/\(key)/removal", class: "button danger wide") : nil)
            """
    }

    private func addForm(_ frame: Frame) -> HTML {
        let more: HTML = """
            \(GiftRow.categoryField(categories, nil).map { $0.html(newGift, scope: "gift") })\
            \(Field("url", "Link", .url, required: false).html(newGift, scope: "gift"))\
            \(Field("notes", "Notes", .area, hint: "Size, colour, who knows about it.", required: false, limit: 2000).html(newGift, scope: "gift"))
            """
        return frame.form("/gifts/\(key)", """
            \(problemBanner(newGift))\(frame.once.field)<input type=hidden name=occasion value="\(occasionKey)">\
            \(Field("name", "What is it?", limit: 120).html(newGift, scope: "gift"))\
            \(Field("estimate", "Price, about", .amount(symbol: currency.symbol), hint: "12,50 and 12+8 work.", required: false).html(newGift, scope: "gift"))\
            \(disclosure(categories.isEmpty ? "Link and notes" : "Category, link and notes", class: nil, open: newGift.errors["url"] != nil || newGift.errors["notes"] != nil, more))\(mainButton("Add the gift"))
            """)
    }
}

/// What someone sees on their own page. It takes nothing but the frame and a name, so that it can tell nothing.
struct OwnPage: Sendable {
    var face: Face
    /// Names of gifts that their givers have let them see.
    var revealed: [String] = []

    func html(in frame: Frame) -> HTML {
        Page(
            title: "Gifts for you", tab: .gifts, back: (rest: "/gifts", label: "Gifts"), beside: face.tag(),
            main: """
                \(revealed.isEmpty ? nil : "<section class=card><h2>You may know of</h2><ul class=list>\(revealed.map(item))</ul></section>")\
                \(EmptyState(
                    drawing: .quiet, title: "No peeking",
                    words: "This page looks the same whatever is planned, and so do all your totals. That is the point of it."
                ).html)
                """
        ).html(in: frame)
    }

    private func item(_ name: String) -> HTML { "<li class=row><span class=name dir=auto>\(name)</span></li>" }
}
