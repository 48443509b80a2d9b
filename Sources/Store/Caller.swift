public import Household
import PostgreSQL

/// On whose behalf a question is asked of the store.
public enum Caller: Sendable {
    /// Whoever holds the session, as a member of one household.
    case session(SessionKey, in: HouseholdProfile.ID)

    /// A member, chosen by a worker. The API's role may not do this.
    case member(Member.ID)

    var prelude: SQL {
        switch self {
        case .session(let key, let household): "SELECT * FROM enter(\(key.hash), \(household))"
        case .member(let member): "SELECT * FROM become(\(member))"
        }
    }

    /// Begins what an account does outside any household.
    static func account(_ key: SessionKey) -> SQL { "SELECT * FROM enter(\(key.hash), NULL)" }

    func membership(_ rows: [Row]) throws -> Membership {
        guard let row = rows.first else {
            if case .member = self { throw StoreError.notFound }
            throw StoreError.signedOut
        }
        guard let member: Member.ID = try row["member_id"] else { throw StoreError.notFound }
        return Membership(
            account: try row["account_id"], member: member, household: try row["household_id"], role: try row["role"],
            currency: try row["currency"], zone: try row["zone"])
    }
}

/// What a session is looked up by: the hash of its token. The token itself is never stored.
public struct SessionKey: Sendable, Hashable {
    public var hash: [UInt8]
    public init(hash: [UInt8]) { self.hash = hash }
}
