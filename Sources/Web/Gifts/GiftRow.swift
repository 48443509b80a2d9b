import Household

/// A gift in someone's list, with its tick and what can be done with it.
struct GiftRow: Sendable {
    var key: String
    var name: String
    var estimate: Money?
    /// What was paid; set once it is bought.
    var paid: Money?
    /// "by Anna on Sat 28 Nov"
    var boughtWords: String?
    /// Of a bought one, where its purchase is in the books.
    var books: GiftBooks?
    var notes: String?
    var link: String?
    /// "Something like this in 2024: Wool scarf"
    var likeness: String?
    /// Of a gift for a member: whether they know. Nil for anybody else.
    var secrecy: Secrecy?
    /// Of a gift that the viewer gives.
    var logistics: LogisticsForm?
    /// How far it has come.
    var steps: GiftSteps?
    /// What it counts to, and what it can: empty where the household has no categories.
    var category: String?
    var categories: [Field.Choice] = []
    /// Of a gift that several pay for.
    var shared: SharedGift?
    /// A refused purchase of this row comes back open.
    var entries = Entries.empty
    /// So does a refused change.
    var changes = Entries.empty
    /// And a refused rate, correction or refund.
    var corrections = Entries.empty

    enum Secrecy: Sendable { case secret, revealed }

    var isBought: Bool { paid != nil }

    func html(recipient: String, currency: Currency, in frame: Frame) -> HTML {
        let path = "/gifts/\(recipient)/\(key)"
        return """
            <li class="gift\(" bought", if: isBought)" id="gift-\(key)">\(tick(path, frame))\
            <details\(" open", if: isRefused)><summary><span class=name dir=auto>\(name)</span>\((waiting ?? paid ?? estimate).map { "\($0)" as HTML })\(steps?.mark)\(chevron)\(likenessMark)\(logistics?.mark(isBought: isBought && steps?.status != .given))</summary>\
            <div class=inside>\(steps?.html(path, name, in: frame))\(facts)\(shared?.fact)\(logistics?.facts)\(isBought ? undo(path, currency, frame) : purchase(path, currency, frame))\
            <p><a href="\(frame.path("\(path)/sharing"))">Share the cost</a></p>\
            \(logistics?.html(path, key: key, in: frame))\(disclosure("Change it or take it off", class: nil, open: changes.hasErrors, "\(change(path, currency, frame))\(revelation(path, frame))\(removal(path, frame))"))</div></details></li>
            """
    }

    private var isRefused: Bool {
        entries.hasErrors || changes.hasErrors || corrections.hasErrors || logistics?.entries.hasErrors == true
    }

    /// What was paid in another currency whose rate is not known: never shown as an amount of ours.
    private var waiting: Money? { books.flatMap { $0.isWaiting ? $0.paid : nil } }

    /// Ticking pays the estimate at once; without one, the price has to be typed first.
    private func tick(_ path: String, _ frame: Frame) -> HTML {
        let box: HTML = #"<svg viewBox="0 0 30 30" aria-hidden=true><rect x=1 y=1 width=28 height=28 rx=8 /><path d="m8 15.5 5 5 9.5-11"/></svg>"#
        let rest = isBought ? "\(path)/return" : "\(path)/purchase"
        return frame.form(rest, class: nil, """
            \(isBought || estimate == nil ? nil : #"<input type=hidden name=paid value="\#(estimate?.plain ?? "")">"#)\
            <button class=tick aria-pressed=\(isBought ? "true" : "false") aria-label="\(name): bought">\(box)</button>
            """)
    }

    private var likenessMark: HTML? {
        likeness.map { "<span class=\"check memory\">\(Icon.clock.html("small"))\($0)</span>" as HTML }
    }

    private var facts: HTML? {
        guard boughtWords != nil || notes != nil || link != nil else { return nil }
        return """
            \(boughtWords.map { "<p class=quiet>Bought \($0)</p>" as HTML })\(notes.map { "<p dir=auto>\($0)</p>" as HTML })\
            \(webLink.map { #"<p><a href="\#($0)" rel="noreferrer noopener" target=_blank>Open the shop's page</a></p>"# as HTML })
            """
    }

    /// Only web addresses become links: another scheme could run something.
    private var webLink: String? {
        link.flatMap { $0.lowercased().hasPrefix("https://") || $0.lowercased().hasPrefix("http://") ? $0 : nil }
    }

    private func purchase(_ path: String, _ currency: Currency, _ frame: Frame) -> HTML {
        frame.form("\(path)/purchase", """
            \(problemBanner(entries))\(Field("paid", "What did it cost?", .amount(symbol: currency.symbol), hint: "Sums work too: 12+8.").html(entries, scope: key))\
            \(disclosure("Paid in another currency", class: nil, open: entries.errors["currency"] != nil || entries.errors["rate"] != nil, """
                \(Field("currency", "Which one", hint: "Its three letters, such as CNY.", required: false, limit: 3).html(entries, scope: key))\
                \(Field("rate", "What one of it is worth in \(currency.code)", hint: "Leave it empty where you do not know yet.", required: false, limit: 32).html(entries, scope: key))
                """))\
            <button class="button wide">Mark as bought</button>
            """)
    }

    private func undo(_ path: String, _ currency: Currency, _ frame: Frame) -> HTML {
        let right = books?.html(path, currency, corrections, scope: key, in: frame)
        return "\(right)\(frame.button("Not bought after all", "\(path)/return", class: "button wide", confirming: "Not bought after all: \(name)"))"
    }

    private func change(_ path: String, _ currency: Currency, _ frame: Frame) -> HTML {
        let scope = "change-\(key)"
        return frame.form(path, """
            \(problemBanner(changes))\(Field("name", "What is it?", value: name, limit: 120).html(changes, scope: scope))\
            \(Field("estimate", "Price, about", .amount(symbol: currency.symbol), value: estimate?.plain, required: false).html(changes, scope: scope))\
            \(GiftRow.categoryField(categories, category).map { $0.html(changes, scope: scope) })\
            \(Field("url", "Link", .url, value: link, required: false).html(changes, scope: scope))\
            \(Field("notes", "Notes", .area, value: notes, required: false, limit: 2000).html(changes, scope: scope))\
            <button class="button wide">Save</button>
            """)
    }

    /// Nil where there is nothing to choose.
    static func categoryField(_ categories: [Field.Choice], _ present: String?) -> Field? {
        categories.isEmpty ? nil : Field("category", "Counts to", .choice([Field.Choice("", "No category")] + categories), value: present ?? "")
    }

    private func revelation(_ path: String, _ frame: Frame) -> HTML? {
        switch secrecy {
        case nil: nil
        case .revealed: "<p class=quiet>They can see it now.</p>"
        case .secret:
            """
            <p class=quiet>Who added or bought it can let them see it, for good.</p>\
            \(frame.button("Let them see it", "\(path)/revelation", class: "button wide", confirming: "Let them see \(name)"))
            """
        }
    }

    private func removal(_ path: String, _ frame: Frame) -> HTML {
        """
        \(isBought ? "<p class=quiet>Taking it off enters what was paid as given back.</p>" : nil)\
        \(frame.button("Take it off the list", "\(path)/removal", class: "button danger wide", confirming: "Take \(name) off the list"))
        """
    }
}
