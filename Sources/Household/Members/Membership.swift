/// Who acts, and where: the answer to "may this session enter this household".
public struct Membership: Sendable {
    public var account: Account.ID
    public var member: Member.ID
    public var household: HouseholdProfile.ID
    public var role: Role
    public var currency: Currency
    public var zone: Zone

    public init(account: Account.ID, member: Member.ID, household: HouseholdProfile.ID, role: Role, currency: Currency, zone: Zone) {
        self.account = account
        self.member = member
        self.household = household
        self.role = role
        self.currency = currency
        self.zone = zone
    }
}
