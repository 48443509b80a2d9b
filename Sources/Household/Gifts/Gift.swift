/// A present planned for a recipient on an occasion. Its recipient's subjects must not learn of it.
public struct Gift: Sendable {
    public typealias ID = Identifier<Gift>

    public var id: ID
    public var occasion: Occasion.ID
    public var recipient: Recipient.ID
    public var name: String
    public var status: GiftStatus
    public var estimate: Money?

    /// The sum of its ledger entries; nil while there is none.
    public var actual: Money?

    public var url: String?
    public var notes: String?
    public var version: Int

    /// Whether its giver has told: then its recipient sees it like everybody else.
    public var isRevealed: Bool

    /// Nil for none.
    public var category: BudgetCategory.ID?

    public init(
        id: ID, occasion: Occasion.ID, recipient: Recipient.ID, name: String, status: GiftStatus, estimate: Money?,
        actual: Money?, url: String?, notes: String?, version: Int, isRevealed: Bool = false, category: BudgetCategory.ID? = nil
    ) {
        self.id = id
        self.occasion = occasion
        self.recipient = recipient
        self.name = name
        self.status = status
        self.estimate = estimate
        self.actual = actual
        self.url = url
        self.notes = notes
        self.version = version
        self.isRevealed = isRevealed
        self.category = category
    }
}
