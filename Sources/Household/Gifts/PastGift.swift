/// A gift of an earlier occasion, as somebody remembers it who plans another.
public struct PastGift: Sendable, Hashable {
    public enum Direction: String, Sendable, CaseIterable, LosslessStringConvertible {
        /// The recipient got it.
        case given
        /// The one who asks got it from the recipient: not to be given back.
        case received

        public init?(_ description: String) { self.init(rawValue: description) }
        public var description: String { rawValue }
    }

    public var gift: Gift.ID
    public var direction: Direction
    public var name: String
    public var occasion: String
    public var day: Day
    /// What was paid; nil where no money was entered, and for what the asker got.
    public var paid: Money?

    public init(gift: Gift.ID, direction: Direction, name: String, occasion: String, day: Day, paid: Money?) {
        self.gift = gift
        self.direction = direction
        self.name = name
        self.occasion = occasion
        self.day = day
        self.paid = paid
    }
}
