public import Foundation

/// An open offer to join a household. Its token is known to the invited person alone.
public struct Invitation: Sendable {
    public typealias ID = Identifier<Invitation>

    public var id: ID
    public var email: String?
    public var role: Role
    public var expires: Date

    public init(id: ID, email: String?, role: Role, expires: Date) {
        self.id = id
        self.email = email
        self.role = role
        self.expires = expires
    }
}
