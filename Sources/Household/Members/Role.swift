/// What a member may do in a household.
public enum Role: String, Sendable, Codable, CaseIterable, LosslessStringConvertible {
    /// Runs the household: members, settings, everything an adult may.
    case organiser
    /// Plans, buys and invites.
    case adult
    /// Plans and buys, but neither invites nor changes members.
    case child
    /// Takes part in exchanges, lists and the calendar; sees no budget.
    case guest

    public init?(_ description: String) { self.init(rawValue: description) }
    public var description: String { rawValue }

    public var mayInvite: Bool { self == .organiser || self == .adult }
    public var mayManageMembers: Bool { self == .organiser }
    public var maySeeBudgets: Bool { self != .guest }
}
