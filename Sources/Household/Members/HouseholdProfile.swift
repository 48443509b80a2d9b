/// A household's own settings. Its budgets are in one currency and its days begin in one zone.
public struct HouseholdProfile: Sendable {
    public typealias ID = Identifier<HouseholdProfile>

    public var id: ID
    public var name: String
    public var currency: Currency
    public var zone: Zone

    public init(id: ID, name: String, currency: Currency, zone: Zone) {
        self.id = id
        self.name = name
        self.currency = currency
        self.zone = zone
    }
}
