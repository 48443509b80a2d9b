public import Foundation

/// Something that somebody did to gifts and their books, as far as one viewer may know of it.
public struct ActivityLine: Sendable {
    public typealias ID = Identifier<ActivityLine>

    public enum Kind: String, Sendable, CaseIterable {
        case purchase, refund, correction
        /// Purchases of a gift were taken back.
        case takeBack
        case undo, removal, restoration
    }

    /// One gift that the line is about.
    public struct Part: Sendable, Hashable {
        public var gift: Gift.ID
        public var recipient: Recipient.ID
        public var name: String
        /// What was entered, negative for money that came back; nil where nothing was, and where it waits for a rate.
        public var amount: Money?

        public init(gift: Gift.ID, recipient: Recipient.ID, name: String, amount: Money?) {
            self.gift = gift
            self.recipient = recipient
            self.name = name
            self.amount = amount
        }
    }

    /// What the line is about.
    public enum Thing: Sendable {
        case gifts([Part], on: Occasion.ID)
        case recipient(Recipient.ID, name: String)
        case occasion(Occasion.ID, name: String)
    }

    /// Whether it can be undone, and why not.
    public enum Reversal: Sendable, Hashable {
        case possible
        /// Once, by another line.
        case done(by: ID)
        /// What was entered later stands on it.
        case builtUpon
        /// What it is about is gone, or back already.
        case overtaken
        /// The time for it is over.
        case late
        /// It undoes something itself.
        case final
        /// The viewer's role may not.
        case forbidden
    }

    public var id: ID
    public var kind: Kind
    public var by: Member.ID
    public var at: Date
    public var thing: Thing

    /// The line that this one undoes or restores.
    public var reverses: ID?
    public var reversal: Reversal

    /// The last day on which it can be undone.
    public var until: Day

    public init(id: ID, kind: Kind, by: Member.ID, at: Date, thing: Thing, reverses: ID?, reversal: Reversal, until: Day) {
        self.id = id
        self.kind = kind
        self.by = by
        self.at = at
        self.thing = thing
        self.reverses = reverses
        self.reversal = reversal
        self.until = until
    }

    /// The gifts that it is about; none for a person or an occasion.
    public var parts: [Part] { if case .gifts(let parts, _) = thing { parts } else { [] } }

    /// Where a page of lines ends, for the next to go on. It is made of what the reader saw.
    public struct Cursor: Sendable, LosslessStringConvertible {
        public var microseconds: Int
        public var id: ID

        public init(microseconds: Int, id: ID) {
            self.microseconds = microseconds
            self.id = id
        }

        public init?(_ description: String) {
            let parts = description.split(separator: "_", maxSplits: 1)
            guard parts.count == 2, let microseconds = Int(parts[0]), let id = ID(String(parts[1])) else { return nil }
            self.init(microseconds: microseconds, id: id)
        }

        public var description: String { "\(microseconds)_\(id)" }
    }
}
