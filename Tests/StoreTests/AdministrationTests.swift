import Foundation
import Household
import PostgreSQL
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct AdministrationTests {
    @Test func `administrators are made and unmade by the database's owner alone`() async throws {
        let family = try await Family("Ana")
        let email = try await family.store.account(try family["Ana"].key).email
        let administrators = Administrators(try TestDatabase.current.owner)
        #expect(try await administrators.add("nobody@example.org") == .noAccount)
        #expect(try await administrators.add(email.uppercased()) == .added)
        #expect(try await administrators.add(email) == .alreadyOne)
        #expect(try await administrators.list().map(\.email) == [email])
        for pool in [try TestDatabase.current.api, try TestDatabase.current.worker] {
            let error = await #expect(throws: PostgreSQLError.self) { try await Administrators(pool).add(email) }
            #expect(error?.sqlState == "42501")
        }
        _ = try await family.store.administration(try family["Ana"].key)
        #expect(try await administrators.remove(email))
        #expect(try await !administrators.remove(email))
        let error = await #expect(throws: StoreError.self) { try await family.store.administration(try family["Ana"].key) }
        if case .notFound? = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test(arguments: [
        "SELECT count(*) FROM job", "UPDATE job SET state = 'dead'", "SELECT count(*) FROM administered_job", "SELECT count(*) FROM administrator",
        "INSERT INTO administrator (account_id) SELECT id FROM account", "SELECT retry_job(gen_random_uuid())",
        "SELECT bury_job(gen_random_uuid(), 'x')",
    ] as [SQL])
    func `the API's role may touch neither jobs nor administrators`(statement: SQL) async throws {
        let error = await #expect(throws: PostgreSQLError.self) { try await TestDatabase.current.api.query(statement) }
        #expect(error?.sqlState == "42501")
    }

    @Test func `the functions for administrators do nothing for others, and nothing without a session`() async throws {
        let family = try await Family("Ana")
        let job = UUID()
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO job (id, kind, queue, payload, max_attempts) VALUES (\(job), 'k', 'q', '{}', 3)
            """)
        let preludes: [SQL] = ["SELECT * FROM enter(\(try family["Ana"].key.hash), NULL)", "SELECT 1 AS nobody"]
        for prelude in preludes {
            let rows = try await TestDatabase.current.api.pipeline([
                prelude, "SELECT * FROM administered_jobs(NULL, NULL, NULL, NULL, 10)", "SELECT * FROM administered_job_by_id(\(job))",
                "SELECT administered_burial(\(job), 'mine') AS done", "SELECT administered_retry(\(job)) AS done",
            ])
            #expect(rows[1].isEmpty && rows[2].isEmpty)
            #expect(try rows[3].first?["done"] == false)
            #expect(try rows[4].first?["done"] == false)
        }
        let row = try await TestDatabase.current.owner.query("SELECT state FROM job").first
        #expect(try row?["state"] == "waiting")
    }

    @Test(arguments: [
        ("550 5.1.1 <maeve@demo.example>: Maeve Byrne unknown", "550 5.1.1 …"),
        ("temporary(450 4.2.0 Maeve's mailbox is full)", "temporary(450 4.2.0 …"),
        ("its process ended in the last of 3 attempts; before: 552 Maeve is over quota", "its process ended in the last of 3 attempts; before: 552 …"),
        ("The database refused a statement (23505). gift gift_name_unique", "The database refused a statement (23505). gift gift_name_unique"),
        ("forbidden(reason: \"Maeve may not\")", "forbidden(reason: …)"),
        ("Key (email)=(maeve@demo.example) and 'Kite' don't fit <x>", "Key (email)… and … don't fit …"),
        ("an open \"quote of Maeve", "an open …"),
        ("mail to maeve.byrne@demo.example, later", "mail to … later"),
        ("ran longer than 240.0 seconds", "ran longer than 240.0 seconds"),
        ("one\nline", "one line"),
    ])
    func `a reason is cut to what tells of no family`(reason: String, safe: String) async throws {
        let row = try #require(try await TestDatabase.current.api.query("SELECT safe_reason(\(reason)) AS safe, length(safe_reason(repeat('x ', 900))) AS longest").first)
        #expect(try row["safe"] == safe)
        #expect(try row["longest"] == 200)
    }
}
