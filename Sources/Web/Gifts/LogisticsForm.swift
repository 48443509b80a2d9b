import Household

/// Where a gift is and how it comes, in its row; only for those who give it.
struct LogisticsForm: Sendable {
    var logistics: GiftLogistics
    var today: Day
    /// A refused change comes back open.
    var entries = Entries.empty

    /// Days ahead in which a return is told of in days too.
    private static let soon = 14

    /// "Goes back until Sat 5 Dec, in 3 days", while it does.
    func mark(isBought: Bool) -> HTML? {
        guard isBought, let day = logistics.returnBy, day >= today else { return nil }
        return "<span class=\"check memory\">\(Icon.clock.html("small"))Goes back until \(day.short)\(today.days(until: day) <= Self.soon ? ", \(day.relative(to: today))" : "")</span>"
    }

    var facts: HTML? {
        let facts = [
            logistics.hidingPlace.map { ("Hidden", $0) }, logistics.returnBy.map { ("Goes back until", $0.spelledOut) },
            logistics.orderNumber.map { ("Order", $0) }, logistics.trackingNumber.map { ("Parcel", $0) },
        ].compactMap { $0 }
        return facts.isEmpty ? nil : "\(facts.map { "<p class=fact><span class=quiet>\($0.0)</span> <span dir=auto>\($0.1)</span></p>" as HTML })"
    }

    func html(_ path: String, key: String, in frame: Frame) -> HTML {
        let scope = "logistics-\(key)"
        let fields: HTML = """
            \(problemBanner(entries))<p class=quiet>Only those who give it see this.</p>\
            \(Field("place", "Where is it hidden?", value: logistics.hidingPlace, required: false, limit: GiftLogistics.longestPlace).html(entries, scope: scope))\
            \(Field("return-by", "Can go back until", .date, value: logistics.returnBy?.description, required: false).html(entries, scope: scope))\
            \(Field("order", "Order number", value: logistics.orderNumber, required: false, limit: GiftLogistics.longestNumber).html(entries, scope: scope))\
            \(Field("tracking", "Parcel number", value: logistics.trackingNumber, required: false, limit: GiftLogistics.longestNumber).html(entries, scope: scope))\
            <button class="button wide">Save</button>
            """
        return disclosure("Hiding place, order, returning", class: nil, open: entries.hasErrors, frame.form("\(path)/logistics", fields))
    }
}
