/// A day that presents are given for.
public struct Occasion: Sendable {
    public typealias ID = Identifier<Occasion>

    public var id: ID
    public var name: String
    public var day: Day

    /// From this day on, in the household's zone, nothing about the occasion is secret any more.
    public var revealDay: Day?

    public var currency: Currency
    public var version: Int

    public init(id: ID, name: String, day: Day, revealDay: Day?, currency: Currency, version: Int) {
        self.id = id
        self.name = name
        self.day = day
        self.revealDay = revealDay
        self.currency = currency
        self.version = version
    }
}
