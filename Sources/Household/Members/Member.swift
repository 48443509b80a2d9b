/// A person in one household, with or without an account.
public struct Member: Sendable {
    public typealias ID = Identifier<Member>

    public var id: ID
    public var name: String
    public var role: Role

    /// Index of the wrapping paper that stands for this person beside their name.
    public var paper: Int

    public var hasAccount: Bool

    public init(id: ID, name: String, role: Role, paper: Int, hasAccount: Bool) {
        self.id = id
        self.name = name
        self.role = role
        self.paper = paper
        self.hasAccount = hasAccount
    }
}
