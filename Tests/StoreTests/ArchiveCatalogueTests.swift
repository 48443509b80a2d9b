import Foundation
import Household
import PostgreSQL
import TestSupport
import Testing

@testable import Store

/// An archive holds all of a household: nothing is added to the schema without a decision about it.
@Suite(.ownDatabase) struct ArchiveCatalogueTests {
    private func tables(_ condition: SQL = "true") async throws -> Set<String> {
        Set(try await TestDatabase.current.owner.query("""
            SELECT c.relname::text AS name FROM pg_class c
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND \(condition)
            """).map { try $0["name"] })
    }

    @Test func `every table is carried, or left out with a reason`() async throws {
        let tables = try await tables(), carried = ArchiveCatalogue.carriedNames, leftOut = ArchiveCatalogue.leftOut
        #expect(tables.subtracting(carried).subtracting(leftOut.keys) == [], "say in ArchiveCatalogue what becomes of it in an archive")
        #expect(Set(carried).union(leftOut.keys).subtracting(tables) == [], "there is no such table")
        #expect(Set(carried).count == carried.count)
        #expect(Set(carried).isDisjoint(with: leftOut.keys))
        #expect(leftOut.values.allSatisfy { $0.count > 10 })
    }

    @Test func `what is carried is of one household, and comes after what it refers to`() async throws {
        let owned = try await tables("""
            EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'household_id' AND a.attnotnull AND NOT a.attisdropped)
            """)
        let carried = ArchiveCatalogue.carriedNames
        let ofAccounts = ArchiveCatalogue.carried.filter(\.isOfAccounts).map { "\($0.name)" }
        #expect(Set(carried).subtracting(owned).subtracting(ofAccounts) == ["household", "account"])
        let references = try await TestDatabase.current.owner.query("""
            SELECT f.conrelid::regclass::text AS source, f.confrelid::regclass::text AS target FROM pg_constraint f
            WHERE f.contype = 'f' AND f.conrelid <> f.confrelid
            """)
        for reference in references {
            let source: String = try reference["source"], target: String = try reference["target"]
            guard let place = carried.firstIndex(of: source) else { continue }
            let earlier = try #require(carried.firstIndex(of: target), "\(source) refers to \(target), which is not carried")
            #expect(earlier < place, "\(source) comes before \(target)")
        }
    }

    @Test func `the order of a table is one that no two rows share`() async throws {
        for table in ArchiveCatalogue.carried {
            let keys = try await TestDatabase.current.owner.query("""
                SELECT array_agg(a.attname::text) AS columns FROM pg_index i
                JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
                WHERE i.indrelid = to_regclass('public.' || quote_ident(\("\(table.name)"))) AND i.indisunique AND i.indpred IS NULL GROUP BY i.indexrelid
                """).map { Set(try $0["columns"] as [String]) }
            let order = Set("\(table.order)".split(separator: ",").map { $0.trimmingPrefix(" ") }.map(String.init))
            #expect(keys.contains { $0.isSubset(of: order) }, "\(table.name) by \(table.order)")
        }
    }

    /// Whoever adds a secret of the server's own to a carried table has to say that it stays.
    @Test func `no column that is carried looks like a credential, and each that is withheld is there`() async throws {
        let columns = try await TestDatabase.current.owner.query("""
            SELECT c.relname::text AS table, a.attname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
            """).map { "\(try $0["table"] as String).\(try $0["name"] as String)" }
        let withheld = ArchiveCatalogue.withheld
        #expect(Set(withheld.keys).subtracting(columns) == [])
        for column in columns where ArchiveCatalogue.carriedNames.contains(String(column.prefix { $0 != "." })) && withheld[column] == nil {
            #expect(!column.contains(#/token|hash|secret|password|credential|private_key/#), "\(column): withhold it, with a reason")
        }
    }

    @Test func `roles that serve requests can neither put rows back nor say that they do`() async throws {
        for pool in [try TestDatabase.current.api, try TestDatabase.current.worker] {
            for statement in [
                "SELECT is_restoring()", "SELECT * FROM restore_rows('household', gen_random_uuid(), '{id}', '{}')",
            ] as [SQL] {
                let error = await #expect(throws: PostgreSQLError.self) { try await pool.query(statement) }
                #expect(error?.sqlState == "42501")
            }
        }
        let family = try await Family("Ben")
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let key = try family["Ben"].key, id = family.profile.id, member = try family["Ben"].member
        let rows = try await TestDatabase.current.api.pipeline([
            "SELECT * FROM enter(\(key.hash), \(id.uuid))", "SELECT set_config('mantel.restoring', 'on', true)",
            """
            INSERT INTO budget_limit (id, household_id, occasion_id, minor, set_by, position)
            VALUES (gen_random_uuid(), \(id), \(occasion), 1, \(member), -7) RETURNING position
            """,
        ])
        let position: Int = try #require(rows[2].first)["position"]
        #expect(position > 0)
        await #expect(throws: PostgreSQLError.self) { try await HouseholdArchives(TestDatabase.current.api).export(id, to: .nullDevice) }
    }
}
