/// A month of a year, "2026-12".
public struct Month: Hashable, Sendable, Comparable {
    public let year: Int
    /// 1 to 12.
    public let month: Int

    /// The month of a day.
    public init(_ day: Day) {
        year = day.year
        month = day.month
    }

    public var first: Day { Day(daysSince1970: Day.first(ofMonth: month, of: year)) }
    public var last: Day { first.adding(days: Day.days(inMonth: month, of: year) - 1) }

    public static func < (a: Month, b: Month) -> Bool { (a.year, a.month) < (b.year, b.month) }
}

extension Month: CustomStringConvertible, LosslessStringConvertible {
    public var description: String { String(first.description.dropLast(3)) }

    /// Exactly "YYYY-MM"; nil for anything else.
    public init?(_ description: String) {
        guard let day = Day("\(description)-01") else { return nil }
        self.init(day)
    }
}
