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

    /// Negative for money that came back. Nil for a purchase in another currency that was entered without a rate;
    /// once the rate is given, a correction of it has the amount.
    public var amount: Money?

    /// What was paid, where that was in another currency.
    public var foreign: ForeignAmount?

    /// The purchase that a refund or a correction is of, where it is of one.
    public var about: ID?
    public var reason: String?

    /// What was entered in one go; the same for all of it.
    public var batch: ActivityLine.ID

    /// The entry that this one takes back.
    public var undoes: ID?

    /// Still without a rate: counted by nobody as money.
    public var isWaiting: Bool
    public var paidBy: Member.ID

    /// The day of the purchase, where it is known.
    public var day: Day?
    public var entered: Date

    public init(
        id: ID, gift: Gift.ID, recipient: Recipient.ID, kind: Kind, amount: Money?, foreign: ForeignAmount? = nil, about: ID? = nil,
        reason: String? = nil, batch: ActivityLine.ID, undoes: ID? = nil, isWaiting: Bool = false, paidBy: Member.ID, day: Day?, entered: Date
    ) {
        self.id = id
        self.gift = gift
        self.recipient = recipient
        self.kind = kind
        self.amount = amount
        self.foreign = foreign
        self.about = about
        self.reason = reason
        self.batch = batch
        self.undoes = undoes
        self.isWaiting = isWaiting
        self.paidBy = paidBy
        self.day = day
        self.entered = entered
    }
}

extension Sequence<LedgerEntry> {
    /// What is left where nothing that was undone had been entered, nor its undoing. The sums are the same.
    public var standing: [LedgerEntry] {
        let undone = Set(compactMap(\.undoes))
        return filter { $0.undoes == nil && !undone.contains($0.id) }
    }
}
