public import Foundation

/// One line of what a household spent in a category. Lines are never changed; one is taken back by another.
public struct BudgetEntry: Sendable {
    public typealias ID = Identifier<BudgetEntry>

    public var id: ID
    public var category: BudgetCategory.ID

    /// Negative for money that came back.
    public var amount: Money
    public var day: Day
    public var note: String?
    public var paidBy: Member.ID

    /// The line that this one takes back.
    public var takesBack: ID?
    public var entered: Date

    public init(
        id: ID, category: BudgetCategory.ID, amount: Money, day: Day, note: String?, paidBy: Member.ID, takesBack: ID?, entered: Date
    ) {
        self.id = id
        self.category = category
        self.amount = amount
        self.day = day
        self.note = note
        self.paidBy = paidBy
        self.takesBack = takesBack
        self.entered = entered
    }
}
