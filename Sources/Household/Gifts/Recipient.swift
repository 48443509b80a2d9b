/// Somebody who is given presents. Linked members are its subjects: they see nothing of what is planned.
public struct Recipient: Sendable {
    public typealias ID = Identifier<Recipient>

    public var id: ID
    public var name: String
    public var paper: Int

    /// Everybody from whom presents for it are kept.
    public var subjects: [Member.ID]

    /// Those of them who are no recipient, but want to be surprised as well.
    public var chosen: [Member.ID]
    public var version: Int

    /// Who the recipient is: a member, or a couple.
    public var members: [Member.ID] { subjects.filter { !chosen.contains($0) } }

    public init(id: ID, name: String, paper: Int, subjects: [Member.ID], chosen: [Member.ID] = [], version: Int) {
        self.id = id
        self.name = name
        self.paper = paper
        self.subjects = subjects
        self.chosen = chosen
        self.version = version
    }
}
