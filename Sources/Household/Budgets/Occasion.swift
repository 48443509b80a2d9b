/// A day that presents are given for.
public struct Occasion: Sendable {
    public typealias ID = Identifier<Occasion>

    public var id: ID
    public var name: String
    public var day: Day

    /// What `day` follows from, where the occasion comes back each year.
    public var rule: DayRule?

    /// From this day on, in the household's zone, nothing about the occasion is secret any more.
    public var revealDay: Day?

    public var currency: Currency
    public var version: Int

    /// Per cent of a limit at which notices come; nil where the household's own list says.
    public var thresholds: [Int]?

    public init(
        id: ID, name: String, day: Day, rule: DayRule? = nil, revealDay: Day?, currency: Currency, version: Int, thresholds: [Int]? = nil
    ) {
        self.id = id
        self.name = name
        self.day = day
        self.rule = rule
        self.revealDay = revealDay
        self.currency = currency
        self.version = version
        self.thresholds = thresholds
    }

    /// How many of the days to come are told ahead.
    public static let seasonsAhead = 3

    /// The days of the seasons after this one; none where it does not come back.
    public var nextDays: [Day] {
        var days: [Day] = []
        while days.count < Self.seasonsAhead, let next = rule?.next(after: days.last ?? day) { days.append(next) }
        return days
    }
}
