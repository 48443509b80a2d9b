public import Foundation

/// Money that somebody who owed gave to somebody who was owed, outside of Mantel.
public struct Repayment: Sendable {
    public typealias ID = Identifier<Repayment>

    public var id: ID
    public var from: Member.ID
    public var to: Member.ID
    public var amount: Money

    /// Nil: not known.
    public var day: Day?
    public var enteredBy: Member.ID
    public var entered: Date

    /// From whom the presents behind it are kept; empty once they are no secret. Never anybody who is told of it.
    public var secretFrom: [Member.ID]

    public init(
        id: ID, from: Member.ID, to: Member.ID, amount: Money, day: Day?, enteredBy: Member.ID, entered: Date, secretFrom: [Member.ID]
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.amount = amount
        self.day = day
        self.enteredBy = enteredBy
        self.entered = entered
        self.secretFrom = secretFrom
    }
}
