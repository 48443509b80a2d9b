/// A person who can sign in. One account may belong to several households.
public struct Account: Sendable {
    public typealias ID = Identifier<Account>

    public var id: ID
    public var email: String
    public var name: String
    public var locale: String
    public var zone: Zone

    public init(id: ID, email: String, name: String, locale: String, zone: Zone) {
        self.id = id
        self.email = email
        self.name = name
        self.locale = locale
        self.zone = zone
    }
}
