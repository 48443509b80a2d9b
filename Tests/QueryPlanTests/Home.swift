import Foundation
import Household
import PostgreSQL
import Store

/// The household whose pages are asked for, and who asks.
struct Home: Sendable {
    let id: HouseholdProfile.ID
    /// The Christmas to come.
    let occasion: Occasion.ID
    /// Somebody without an account.
    let recipient: Recipient.ID
    let category: BudgetCategory.ID
    let key: SessionKey
    /// Rows of the household by table.
    let rows: [String: Int]

    var caller: Caller { .session(key, in: id) }

    /// Opens a session for the organiser, on a device that the household shares: that asks the most of the policies.
    init(number: Int, _ owner: Pool) async throws {
        let name = "Family \(number)"
        let found = try await owner.query("""
            SELECT h.id, m.account_id,
                   (SELECT o.id FROM occasion o WHERE o.household_id = h.id AND o.name = 'Christmas') AS occasion,
                   (SELECT r.id FROM recipient r WHERE r.household_id = h.id AND r.name = 'Person 6') AS recipient,
                   (SELECT c.id FROM budget_category c WHERE c.household_id = h.id AND c.name = 'Books') AS category
            FROM household h JOIN member m ON m.household_id = h.id AND m.role = 'organiser' WHERE h.name = \(name)
            """)
        guard let row = found.first else { throw Missing(what: name) }
        let household: HouseholdProfile.ID = try row["id"], account: Account.ID = try row["account_id"]
        id = household
        occasion = try row["occasion"]
        recipient = try row["recipient"]
        category = try row["category"]
        let key = SessionKey(hash: [UInt8](UUID().uuidString.utf8))
        self.key = key
        try await owner.execute("""
            INSERT INTO session (id, account_id, token_hash, expires_at, shared_with)
            SELECT gen_random_uuid(), \(account), \(key.hash), now() + interval '1 day', ARRAY(
                SELECT m.id FROM member m WHERE m.household_id = \(household) AND m.account_id <> \(account))
            """)
        let counts = try await owner.query("""
            SELECT c.relname::text AS name, (xpath('/row/n/text()', query_to_xml(
                format('SELECT count(*) AS n FROM %I WHERE household_id = %L', c.relname, \(household)::uuid), false, true, '')))[1]::text::int AS rows
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'household_id' AND NOT a.attisdropped
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
            """)
        rows = Dictionary(uniqueKeysWithValues: try counts.map { (try $0["name"] as String, try $0["rows"] as Int) })
    }
}

struct Missing: Error { var what: String }
