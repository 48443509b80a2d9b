public import Household
import PostgreSQL
import ServiceKit

/// A household as one of its members sees it.
public struct HouseholdView: Sendable {
    public var profile: HouseholdProfile
    public var me: Member.ID
    public var role: Role
    public var members: [Member]
}

extension Store {
    /// The households of whoever holds the session, oldest membership first.
    public func households(_ key: SessionKey) async throws -> [HouseholdView] {
        try await asAccount(key, "SELECT * FROM my_households()").map {
            HouseholdView(profile: try HouseholdProfile($0), me: try $0["member_id"], role: try $0["role"], members: [])
        }
    }

    /// Founds a household with the session's account as its organiser.
    public func foundHousehold(_ profile: HouseholdProfile, by key: SessionKey) async throws -> Membership {
        let member = Member.ID(.v7())
        try await pool.transaction { transaction in
            // Looked at before the next statement: that one fails for a session that is over, as if by a policy.
            if try await transaction.query("SELECT * FROM enter(\(key.hash), NULL)").isEmpty { throw StoreError.signedOut }
            _ = try await transaction.query("""
                SELECT found_household(\(profile.id), \(member), \(profile.name), \(profile.currency), \(profile.zone))
                """)
        }
        return try await membership(.session(key, in: profile.id))
    }

    /// Who the caller is in the household; throws where they are nobody.
    public func membership(_ caller: Caller) async throws -> Membership {
        try caller.membership(try await pool.query(caller.prelude))
    }

    public func household(as caller: Caller) async throws -> HouseholdView {
        let (membership, rows) = try await pipeline(
            as: caller, "SELECT id, name, currency, zone FROM household WHERE id = viewer_household()", Member.selectAll)
        guard let row = rows[0].first else { throw StoreError.notFound }
        return HouseholdView(
            profile: try HouseholdProfile(row), me: membership.member, role: membership.role, members: try rows[1].map(Member.init))
    }

    /// Changes what is given; nil keeps.
    ///
    /// Another currency is that of occasions made from then on; those there are keep theirs.
    public func changeHousehold(name: String?, currency: Currency? = nil, zone: Zone?, as caller: Caller) async throws {
        try await transaction(as: caller) { transaction in
            guard transaction.membership.role.mayManageMembers else { throw StoreError.forbidden(reason: "Only an organiser changes the household.") }
            _ = try await transaction.query("""
                UPDATE household SET name = COALESCE(\(name), name), currency = COALESCE(\(currency), currency), zone = COALESCE(\(zone), zone)
                WHERE id = viewer_household()
                """)
        }
    }

    public func members(as caller: Caller) async throws -> [Member] {
        try await pipeline(as: caller, Member.selectAll).rows[0].map(Member.init)
    }

    /// Gives a member another role. The last organiser stays one.
    public func changeRole(of member: Member.ID, to role: Role, as caller: Caller) async throws {
        try await manage(member, as: caller, keepsOrganiser: role == .organiser, mayBeSelf: false) { transaction in
            _ = try await transaction.query("UPDATE member SET role = \(role) WHERE household_id = viewer_household() AND id = \(member)")
        }
    }

    /// Ends a membership: an organiser anybody's, everybody their own. What the person bought stays in the books.
    public func removeMember(_ member: Member.ID, as caller: Caller) async throws {
        try await manage(member, as: caller, keepsOrganiser: false, mayBeSelf: true) { transaction in
            _ = try await transaction.query("UPDATE member SET left_at = now() WHERE household_id = viewer_household() AND id = \(member)")
        }
    }

    private func manage(
        _ member: Member.ID, as caller: Caller, keepsOrganiser: Bool, mayBeSelf: Bool, _ change: @Sendable (MemberTransaction) async throws -> Void
    ) async throws {
        try await transaction(as: caller) { transaction in
            let me = transaction.membership
            // One change of roles at a time: two organisers who demote each other would leave none.
            let organisers = try await transaction.query("""
                SELECT id FROM member WHERE household_id = viewer_household() AND left_at IS NULL AND role = 'organiser' ORDER BY id FOR UPDATE
                """).map { try $0["id"] as Member.ID }
            let found = try await transaction.query("""
                SELECT id FROM member WHERE household_id = viewer_household() AND id = \(member) AND left_at IS NULL
                """)
            guard !found.isEmpty else { throw StoreError.notFound }
            guard me.role.mayManageMembers || mayBeSelf && me.member == member else {
                throw StoreError.forbidden(reason: "Only an organiser changes members.")
            }
            guard keepsOrganiser || organisers != [member] else {
                throw StoreError.conflict(type: "last-organiser", detail: "Make somebody else an organiser first.")
            }
            try await change(transaction)
        }
    }
}

extension HouseholdProfile {
    init(_ row: Row) throws {
        self.init(id: try row["id"], name: try row["name"], currency: try row["currency"], zone: try row["zone"])
    }
}

extension Member {
    static let selectAll: SQL = """
        SELECT id, name, role, paper, account_id IS NOT NULL AS has_account FROM member
        WHERE household_id = viewer_household() AND left_at IS NULL ORDER BY created_at, id
        """

    init(_ row: Row) throws {
        self.init(id: try row["id"], name: try row["name"], role: try row["role"], paper: try row["paper"], hasAccount: try row["has_account"])
    }
}
