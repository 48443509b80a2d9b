/// What somebody takes on of a gift that several pay for.
public struct Contribution: Sendable {
    public typealias ID = Identifier<Contribution>

    public var id: ID
    public var gift: Gift.ID
    public var member: Member.ID
    public var part: ChipIn.Part

    /// What it comes to of what the gift cost so far.
    public var share: Money

    public init(id: ID, gift: Gift.ID, member: Member.ID, part: ChipIn.Part, share: Money) {
        self.id = id
        self.gift = gift
        self.member = member
        self.part = part
        self.share = share
    }
}
