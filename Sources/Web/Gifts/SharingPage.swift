import Household

/// Several share the cost of one gift: in equal parts, or with amounts of their own.
struct SharingPage: Sendable {
    struct Person: Sendable {
        var key: String
        var face: Face
        var takesPart: Bool
        /// Of their own; nil for an equal part of the rest.
        var amount: Money?
    }

    var key: String
    var recipientKey: String
    var occasionKey: String
    var recipientName: String
    var giftName: String
    var currency: Currency
    var estimate: Money?
    /// Nil where nobody takes part yet.
    var shared: SharedGift?
    var people: [Person]
    var entries = Entries.empty

    private var path: String { "/gifts/\(recipientKey)/\(key)/sharing" }

    func html(in frame: Frame) -> HTML {
        Page(
            title: "Share the cost", tab: .gifts,
            back: (rest: "/gifts/\(recipientKey)?occasion=\(occasionKey)#gift-\(key)", label: "Gifts for \(recipientName)"),
            main: """
                <p><b dir=auto>\(giftName)</b> <span class=quiet>for \(recipientName)</span>\(estimate.map { ", about \($0)" as HTML })</p>\
                <div class="two side"><section class=card><h2>Who takes part?</h2>\(form(frame))</section>\
                <div class=stack>\(shared?.html ?? nobody)\(shared == nil ? nil : settleUp(frame))</div></div>
                """
        ).html(in: frame)
    }

    private var nobody: HTML {
        "<section class=card><h2>Nobody shares it yet</h2><p class=quiet>Until somebody does, who pays for it bears it alone.</p></section>"
    }

    private func settleUp(_ frame: Frame) -> HTML {
        #"<p><a href="\#(frame.path("/occasions/\(occasionKey)/settlement"))">Settle up over all gifts</a></p>"#
    }

    private func form(_ frame: Frame) -> HTML {
        guard !people.isEmpty else { return "<p class=quiet>There is nobody else who could.</p>" }
        return frame.form(path, """
            \(problemBanner(entries))\(frame.once.field)<p class=quiet>Whoever has no amount of their own takes an equal part of the rest.</p>\
            <ul class=list>\(people.map(row))</ul>\(mainButton("Share it so"))
            """)
    }

    private func row(_ person: Person) -> HTML {
        let id = "in-\(person.key)"
        // What was typed stands again; a box that was left empty is not sent at all.
        let isChecked = entries.values.isEmpty ? person.takesPart : entries.values[id] != nil
        let amount = Field("amount-\(person.key)", "Own amount", .amount(symbol: currency.symbol), value: person.amount?.plain, required: false)
        return """
            <li class="pair sharer"><label class=option for="\(id)"><input type=checkbox id="\(id)" name="\(id)" value=yes\(" checked", if: isChecked)>\
            \(person.face.tag(.small))<span dir=auto>\(person.face.name)</span></label>\(amount.html(entries, scope: "share"))</li>
            """
    }
}
