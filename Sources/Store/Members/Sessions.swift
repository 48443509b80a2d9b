public import Foundation
public import Household
import PostgreSQL

/// One place where an account is signed in.
public struct SessionView: Sendable {
    public typealias ID = Identifier<SessionView>

    public var id: ID
    /// What the device called itself.
    public var device: String
    /// To the hour.
    public var used: Date
    /// The session that asks.
    public var isCurrent: Bool
}

extension Store {
    /// Sessions that one answer lists at the most, the last used first.
    public static let largestSessionList = 50

    /// Where the session's account is signed in.
    public func sessions(_ key: SessionKey) async throws -> [SessionView] {
        try await asAccount(key, """
            SELECT id, device, used_at, token_hash = \(key.hash) AS current FROM session
            WHERE account_id = viewer_account() AND expires_at > now() ORDER BY used_at DESC, id LIMIT \(Self.largestSessionList)::int
            """).map { SessionView(id: try $0["id"], device: try $0["device"], used: try $0["used_at"], isCurrent: try $0["current"]) }
    }

    /// Ends another session of the same account.
    public func endSession(_ session: SessionView.ID, by key: SessionKey) async throws {
        let rows = try await asAccount(key, "DELETE FROM session WHERE account_id = viewer_account() AND id = \(session) RETURNING id")
        if rows.isEmpty { throw StoreError.notFound }
    }
}
