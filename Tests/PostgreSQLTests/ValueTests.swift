import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite(.ownDatabase) struct ValueTests {
    private func query(_ sql: SQL) async throws -> Row { try #require(try await TestDatabase.current.owner.query(sql).first) }

    private func read<T: RowValue>(_ type: T.Type, _ column: StaticString, of row: Row) throws -> T { try row[column] }

    @Test(arguments: ["'); DROP TABLE account; --", #"\'"#, "$1", "", "Zoë 🎄 ‮", "a\tb\nc", #"{"a","b"}"#])
    func `hostile text comes back as it was`(text: String) async throws {
        let row = try await query("SELECT \(text)::text AS text, \([text, text])::text[] AS list")
        #expect(try row["text"] == text)
        #expect(try row["list"] == [text, text])
    }

    @Test func `a NUL is refused before anything is sent`() async throws {
        let pool = try TestDatabase.current.owner
        let error = await #expect(throws: PostgreSQLError.self) { try await pool.query("SELECT \("a\0b")::text") }
        #expect(error?.reason == .parameter)
        #expect(error?.message.contains("NUL") == true)
        _ = try await pool.query("SELECT 1")
    }

    @Test func `every byte survives`() async throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let row = try await query("SELECT \(bytes)::bytea AS bytes, length(\(bytes)::bytea) AS length, \([UInt8]())::bytea AS empty")
        #expect(try row["bytes"] == bytes)
        #expect(try row["bytes"] == Data(bytes))
        #expect(try row["length"] == 100_000)
        #expect(try row["empty"] == [UInt8]())
    }

    @Test(arguments: [0, 1, -1, Int.max, Int.min]) func `integers keep their value`(value: Int) async throws {
        #expect(try await query("SELECT \(value)::bigint AS n")["n"] == value)
    }

    @Test func `an integer that does not fit is an error`() async throws {
        let row = try await query("SELECT 3000000000::bigint AS n, 12345678901234567890::numeric AS big")
        #expect(throws: PostgreSQLError.self) { try read(Int32.self, "n", of: row) }
        #expect(throws: PostgreSQLError.self) { try read(Int.self, "big", of: row) }
    }

    @Test func `scalars, lists and NULL are read by type`() async throws {
        let (a, b) = (UUID(), UUID())
        let row = try await query(
            """
            SELECT \(a)::uuid AS id, \([a, b])::uuid[] AS ids, \([1, -2])::bigint[] AS numbers, \(true) AS yes, \(1.5)::float8 AS half,
                NULL::text AS nothing, \(["x", nil])::text[] AS gaps, '{}'::int[] AS none
            """)
        #expect(try row["id"] == a)
        #expect(try row["ids"] == [a, b])
        #expect(try row["numbers"] == [1, -2])
        #expect(try row["yes"] == true)
        #expect(try row["half"] == 1.5)
        #expect(try row["nothing"] == (nil as String?))
        #expect(try row["gaps"] == ["x", nil])
        #expect(try row["none"] == [Int]())
        #expect(try row[0] == a)
    }

    @Test(arguments: [0, 951_782_399.25, 1_798_134_600.000_001, -1.5, -62_135_596_800.0, 253_402_300_799])
    func `instants keep their microseconds`(seconds: TimeInterval) async throws {
        let date = Date(timeIntervalSince1970: seconds)
        let row = try await query("SELECT \(date)::timestamptz AS at, (extract(epoch FROM \(date)::timestamptz) * 1000000)::bigint AS micros")
        #expect(abs(try (row["at"] as Date).timeIntervalSince(date)) < 0.000_001)
        #expect(try row["micros"] == Int((seconds * 1_000_000).rounded()))
    }

    @Test func `an error names the column`() async throws {
        let row = try await query("SELECT NULL::text AS nickname, 'x' AS count")
        #expect(throws: PostgreSQLError.self) { try read(String.self, "nickname", of: row) }
        let missing = #expect(throws: PostgreSQLError.self) { try read(Int.self, "age", of: row) }
        #expect(missing?.column == "age")
        let wrong = #expect(throws: PostgreSQLError.self) { try read(Int.self, "count", of: row) }
        #expect(wrong?.column == "count")
        #expect(wrong?.description.contains("count") == false)
    }

    @Test func `a hundred thousand rows arrive in order`() async throws {
        let rows = try await TestDatabase.current.owner.query("SELECT n, repeat('x', 100) AS text FROM generate_series(1, 100000) AS n")
        #expect(rows.count == 100_000)
        #expect(try rows[99_999]["n"] == 100_000)
        #expect(try rows.prefix(1000).map { try $0["n"] as Int } == Array(1...1000))
    }
}

