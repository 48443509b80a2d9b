import Household

/// Enters what somebody spent in a category.
struct EntryForm: Sendable {
    var today: Day
    var currency: Currency
    /// The month of the page, to come back to; empty for the present one.
    var month: String
    /// Nil on the page of one category.
    var categories: [Field.Choice]?
    var payers: [Field.Choice]
    var me: String
    var entries = Entries.empty

    func html(_ rest: String, in frame: Frame) -> HTML {
        let more: HTML = """
            \(Field("note", "What for?", required: false).html(entries, scope: "entry"))\
            \(Field("payer", "Who paid?", .choice(payers), value: me).html(entries, scope: "entry"))\
            <label class=option for=entry-back><input type=checkbox id=entry-back name=back value=yes\(" checked", if: entries.values["back"] != nil)>Money came back</label>
            """
        return frame.form(rest, """
            \(problemBanner(entries))\(frame.once.field)<input type=hidden name=month value="\(month)">\
            \(categories.map { Field("category", "In", .choice($0)).html(entries, scope: "entry") })\
            <div class=pair>\(Field("amount", "How much?", .amount(symbol: currency.symbol)).html(entries, scope: "entry"))\
            \(Field("day", "When?", .date, value: today.description).html(entries, scope: "entry"))</div>\
            \(disclosure("More", class: nil, open: ["note", "payer"].contains { entries.errors[$0] != nil } || entries.values["back"] != nil, more))\(mainButton("Enter it"))
            """)
    }
}
