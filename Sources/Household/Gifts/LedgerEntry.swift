public import Foundation

/// One line of the append-only ledger.
public struct LedgerEntry: Sendable {
    public typealias ID = Identifier<LedgerEntry>

    public enum Kind: String, Sendable, Codable, LosslessStringConvertible {
        case purchase, refund, correction
        public init?(_ description: String) { self.init(rawValue: description) }
        public var description: String { rawValue }
    }

    public var id: ID
    public var gift: Gift.ID
    public var recipient: Recipient.ID
    public var kind: Kind

    /// Negative for money that came back.
    public var amount: Money
    public var paidBy: Member.ID

    /// The day of the purchase, where it is known.
    public var day: Day?
    public var entered: Date

    public init(id: ID, gift: Gift.ID, recipient: Recipient.ID, kind: Kind, amount: Money, paidBy: Member.ID, day: Day?, entered: Date) {
        self.id = id
        self.gift = gift
        self.recipient = recipient
        self.kind = kind
        self.amount = amount
        self.paidBy = paidBy
        self.day = day
        self.entered = entered
    }
}
