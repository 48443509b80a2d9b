public import Foundation
public import Household
public import PostgreSQL

/// What the mail of an invitation says but for its link, which is stored nowhere.
public struct InvitationMail: Codable, Sendable {
    public var email: String
    public var household: String
    public var inviter: String
    public var made: Date
}

extension Store {
    /// What the mail of an invitation would say now; nil where it is no longer open.
    public func invitationMail(_ invitation: Invitation.ID, from inviter: Member.ID, in transaction: Transaction) async throws -> InvitationMail? {
        _ = try await transaction.query(Caller.member(inviter).prelude)
        let row = try await transaction.query("""
            SELECT i.email, i.created_at, h.name AS household, m.name AS inviter FROM invitation i
            JOIN household h ON h.id = i.household_id JOIN member m ON m.id = i.invited_by AND m.left_at IS NULL
            WHERE i.household_id = viewer_household() AND i.id = \(invitation) AND i.email IS NOT NULL
              AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
            """).first
        return try row.map {
            InvitationMail(email: try $0["email"], household: try $0["household"], inviter: try $0["inviter"], made: try $0["created_at"])
        }
    }
}
