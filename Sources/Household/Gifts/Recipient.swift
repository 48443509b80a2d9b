/// Somebody who is given presents. Linked members are its subjects: they see nothing of what is planned.
public struct Recipient: Sendable {
    public typealias ID = Identifier<Recipient>

    public var id: ID
    public var name: String
    public var paper: Int
    public var subjects: [Member.ID]
    public var version: Int

    public init(id: ID, name: String, paper: Int, subjects: [Member.ID], version: Int) {
        self.id = id
        self.name = name
        self.paper = paper
        self.subjects = subjects
        self.version = version
    }
}
