/// Something that a household spends money on each month, such as groceries.
public struct BudgetCategory: Sendable {
    public typealias ID = Identifier<BudgetCategory>

    public var id: ID
    public var name: String
    public var currency: Currency
    public var version: Int

    public init(id: ID, name: String, currency: Currency, version: Int) {
        self.id = id
        self.name = name
        self.currency = currency
        self.version = version
    }
}
