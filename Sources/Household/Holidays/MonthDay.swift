/// A date without its year, "12-25".
public struct MonthDay: Hashable, Sendable {
    public let month: Int
    public let day: Int

    /// Nil unless some year has that date.
    public init?(month: Int, day: Int) {
        guard Day(year: 2000, month: month, day: day) != nil else { return nil }
        self.month = month
        self.day = day
    }

    public init(_ day: Day) {
        month = day.month
        self.day = day.day
    }

    /// The date in a year; 28 February for the 29th where there is none. Nil for years that `Day` does not know.
    public func day(in year: Int) -> Day? {
        Day(year: year, month: month, day: day) ?? Day(year: year, month: month, day: day - 1)
    }
}

extension MonthDay: CustomStringConvertible, LosslessStringConvertible {
    /// "12-25".
    public var description: String { String("\(day(in: 2000)?.description ?? "")".dropFirst(5)) }

    /// Exactly "MM-DD"; nil for anything else.
    public init?(_ description: String) {
        guard let day = Day("2000-\(description)") else { return nil }
        self.init(day)
    }
}
