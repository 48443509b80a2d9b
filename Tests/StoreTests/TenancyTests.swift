import Foundation
import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct TenancyTests {
    /// Case G24.
    @Test func `what belongs to another household looks like what does not exist`() async throws {
        let ours = try await Family("Ana"), theirs = try await Family("Zoe", "Yan")
        let occasion = try await theirs.occasion(limit: 100, by: "Zoe")
        let gift = try await theirs.buys("Zoe", for: "Yan", 10, on: occasion)
        let start = EventTime.day(try found(Day("2030-01-01"), "a day"))
        let draft = EventDetails(
            title: "Party", start: start, end: nil, location: nil, description: nil, url: nil, recurrence: nil, alarms: [], attendees: [])
        let event = Event.ID(.v7())
        _ = try await theirs.store.addEvent(event, draft, scan: nil, as: try theirs["Zoe"].caller)
        let ana = try ours["Ana"].caller
        let store = ours.store
        for event in [event, Event.ID(.v7())] {
            await expectNotFound { _ = try await store.event(event, as: ana) }
            await expectNotFound { _ = try await store.replaceEvent(event, with: draft, version: nil, as: ana) }
            await expectNotFound { try await store.deleteEvent(event, version: nil, as: ana) }
        }
        for occasion in [occasion, Occasion.ID(.v7())] {
            await expectNotFound { _ = try await store.occasion(occasion, as: ana) }
            await expectNotFound { _ = try await store.gifts(on: occasion, for: nil, as: ana) }
            await expectNotFound { _ = try await store.gift(gift, on: occasion, as: ana) }
            await expectNotFound { try await store.setLimit(1, of: occasion, for: nil, as: ana) }
            await expectNotFound { try await store.deleteOccasion(occasion, as: ana) }
        }
        await expectNotFound { _ = try await store.household(as: .session(try ours["Ana"].key, in: theirs.profile.id)) }
    }

    @Test func `every table is under row-level security, and the API owns none`() async throws {
        let owner = try TestDatabase.current.owner
        let bare = try await owner.query("""
            SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
            AND c.relname <> 'schema_migration' AND NOT (c.relrowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)
            OR c.relname IN ('throttle', 'administrator') AND c.relrowsecurity)
            """).map { try $0["name"] as String }
        #expect(bare == [])
        let rights = try await owner.query("""
            SELECT rolname AS name FROM pg_roles r WHERE rolname IN ('mantel_api', 'mantel_worker')
            AND (rolbypassrls OR rolsuper OR EXISTS (SELECT FROM pg_class c WHERE c.relowner = r.oid))
            """)
        #expect(rights.isEmpty)
    }

    @Test func `without a session every table is empty and nothing can be written`() async throws {
        let family = try await Family("Ana")
        _ = try await family.occasion(limit: 5, by: "Ana")
        let api = try TestDatabase.current.api
        #expect(try await api.query("SELECT id FROM occasion").isEmpty)
        #expect(try await api.query("SELECT id FROM account").isEmpty)
        await #expect(throws: PostgreSQLError.self) { try await api.query("INSERT INTO recipient (id, household_id, name) SELECT gen_random_uuid(), gen_random_uuid(), 'x'") }
    }

    @Test func `the ledger cannot be changed or emptied`() async throws {
        let api = try TestDatabase.current.api
        for statement in ["UPDATE ledger_entry SET minor = 0", "DELETE FROM ledger_entry", "UPDATE budget_limit SET minor = 0", "UPDATE removal SET restores = NULL", "DELETE FROM removal"] as [SQL] {
            let error = await #expect(throws: PostgreSQLError.self) { try await api.query(statement) }
            #expect(error?.sqlState == "42501")
        }
    }

    @Test func `a query that forgets its household shows nothing of others`() async throws {
        let ours = try await Family("Ana"), theirs = try await Family("Zoe", "Yan")
        let occasion = try await theirs.occasion(limit: 100, by: "Zoe")
        try await theirs.buys("Zoe", for: "Yan", 10, on: occasion)
        let key = try ours["Ana"].key
        for table in Self.tables {
            let rows = try await TestDatabase.current.api.pipeline(["SELECT * FROM enter(\(key.hash), \(ours.profile.id.uuid))", table])
            let foreign: Int = try rows[1].first?["foreign_rows"] ?? -1
            #expect(foreign == 0)
        }
    }

    private static let tables: [SQL] = [
        "SELECT count(*) FILTER (WHERE household_id <> viewer_household())::int AS foreign_rows FROM occasion",
        "SELECT count(*) FILTER (WHERE household_id <> viewer_household())::int AS foreign_rows FROM recipient",
        "SELECT count(*) FILTER (WHERE household_id <> viewer_household())::int AS foreign_rows FROM gift",
        "SELECT count(*) FILTER (WHERE household_id <> viewer_household())::int AS foreign_rows FROM ledger_entry",
        "SELECT count(*) FILTER (WHERE household_id <> viewer_household())::int AS foreign_rows FROM budget_limit",
        "SELECT count(*) FILTER (WHERE household_id <> viewer_household())::int AS foreign_rows FROM removal",
        "SELECT count(*) FILTER (WHERE household_id <> viewer_household())::int AS foreign_rows FROM member",
        "SELECT count(*) FILTER (WHERE id <> viewer_household())::int AS foreign_rows FROM household",
    ]
}
