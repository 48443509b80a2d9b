public import Foundation
public import Household
public import Jobs
import PostgreSQL
import ServiceKit

/// What the holder of an invitation's link may know before accepting it.
public struct InvitationPreview: Sendable {
    public var household: String
    public var invitedBy: String
    public var role: Role
    /// False once it is used up, revoked or over.
    public var isOpen: Bool
}

extension Store {
    /// Days that an invitation stays open.
    public static let invitationLifetimeDays = 14

    /// Open invitations that one household may have.
    public static let largestOpenInvitations = 50

    /// Makes an invitation; where an address is given, its mail is sent by a job of the same transaction.
    public func invite(_ invitation: Invitation.ID, tokenHash: [UInt8], email: String?, role: Role, as caller: Caller) async throws -> Invitation {
        try await transaction(as: caller) { transaction in
            let me = transaction.membership
            guard me.role.mayInvite else { throw StoreError.forbidden(reason: "Only organisers and adults invite.") }
            guard role != .organiser || me.role == .organiser else { throw StoreError.forbidden(reason: "Only an organiser invites an organiser.") }
            let open: Int = try await transaction.query("""
                SELECT count(*)::int AS open FROM invitation
                WHERE household_id = viewer_household() AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
                """).first?["open"] ?? 0
            guard open < Self.largestOpenInvitations else {
                throw StoreError.conflict(type: "too-many-invitations", detail: "Too many invitations are open. Withdraw one first.")
            }
            let rows = try await transaction.query("""
                INSERT INTO invitation (id, household_id, token_hash, email, role, invited_by, expires_at)
                VALUES (\(invitation), viewer_household(), \(tokenHash), \(email), \(role), viewer(), now() + make_interval(days => \(Self.invitationLifetimeDays)::int))
                RETURNING expires_at
                """)
            guard let row = rows.first else { throw StoreError.notFound }
            if email != nil {
                try await transaction.transaction.enqueue(
                    SendInvitation(invitation: invitation, inviter: me.member), household: me.household.uuid, key: "\(invitation)")
            }
            return Invitation(
                id: invitation, email: email, role: role, expires: try row["expires_at"], mail: email.map { _ in .init(state: .queued) })
        }
    }

    public func openInvitations(as caller: Caller) async throws -> [Invitation] {
        try await pipeline(as: caller, """
            SELECT i.id, i.email, i.role, i.expires_at, coalesce(d.state, 'queued') AS state, d.detail FROM invitation i
            LEFT JOIN delivery d ON d.invitation_id = i.id AND d.channel = 'mail'
            WHERE i.household_id = viewer_household() AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now() ORDER BY i.id
            """).rows[0].map(Invitation.init)
    }

    public func revokeInvitation(_ invitation: Invitation.ID, as caller: Caller) async throws {
        let rows = try await pipeline(as: caller, """
            UPDATE invitation SET revoked_at = now()
            WHERE household_id = viewer_household() AND id = \(invitation) AND accepted_at IS NULL AND revoked_at IS NULL RETURNING id
            """).rows[0]
        if rows.isEmpty { throw StoreError.notFound }
    }

    /// Reads an invitation. Redeems nothing.
    public func invitation(behind tokenHash: [UInt8]) async throws -> InvitationPreview {
        guard let row = try await pool.query("SELECT * FROM invitation_behind(\(tokenHash))").first else { throw StoreError.notFound }
        return InvitationPreview(
            household: try row["household_name"], invitedBy: try row["invited_by"], role: try row["role"], isOpen: try row["open"])
    }

    /// Redeems an invitation for the session's account, once.
    public func acceptInvitation(_ tokenHash: [UInt8], by key: SessionKey) async throws -> Membership {
        let rows = try await asAccount(key, "SELECT * FROM accept_invitation(\(tokenHash), \(Member.ID(.v7())))")
        guard let row = rows.first else { throw StoreError.notFound }
        switch try row["outcome"] as String {
        case "joined": return try await membership(.session(key, in: try row["household_id"]))
        case "taken": throw StoreError.conflict(type: "invitation-used", detail: "This invitation has been used. Ask for a new one.")
        case "member": throw StoreError.conflict(type: "already-member", detail: "You are a member of this household already.")
        default: throw StoreError.notFound
        }
    }
}

extension Invitation {
    fileprivate init(_ row: Row) throws {
        let email: String? = try row["email"]
        let mail = email == nil ? nil : Mail(state: try row["state"], detail: try row["detail"])
        self.init(id: try row["id"], email: email, role: try row["role"], expires: try row["expires_at"], mail: mail)
    }
}

/// Mails an invitation's link. The token is derived anew from the server's secret, never stored.
public struct SendInvitation: Job {
    public static let name = "invitation.send"
    public static let queue = "invitation"
    public static let retry = RetryPolicy.mail
    public static let timeout = MailTimes.run

    public var invitation: Invitation.ID
    public var inviter: Member.ID
}
