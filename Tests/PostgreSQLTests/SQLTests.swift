import Foundation
import Testing

@testable import PostgreSQL

@Suite struct SQLTests {
    @Test func `an interpolation becomes a parameter`() {
        let name = "'); DROP TABLE budget; --"
        let sql: SQL = "INSERT INTO budget (name, limit_minor) VALUES (\(name), \(500))"
        #expect(sql.text == "INSERT INTO budget (name, limit_minor) VALUES ($1, $2)")
        #expect(sql.parameters == [.text(name), .int(500)])
    }

    @Test func `a fragment is numbered after what stands before it, and its quotes stay`() {
        let fragment: SQL = "note <> '$1' AND body <> $$cost $2$$ AND a = \(1)"
        let sql: SQL = "SELECT \(2) WHERE \(fragment) AND b = \(3)"
        #expect(sql.text == "SELECT $1 WHERE note <> '$1' AND body <> $$cost $2$$ AND a = $2 AND b = $3")
        #expect(sql.parameters == [.int(2), .int(1), .int(3)])
    }

    @Test func `conditions are joined with their parameters`() {
        let conditions: [SQL] = ["a = \(1)", "b = \("x")"]
        let sql = "SELECT 1 WHERE " + conditions.joined(separator: " AND ")
        #expect(sql.text == "SELECT 1 WHERE a = $1 AND b = $2")
        #expect([SQL]().joined(separator: ", ").text == "")
    }

    @Test func `nil is NULL, within a list too`() {
        let nothing: String? = nil
        let sql: SQL = "SELECT \(nothing), \([nothing, "a"])"
        #expect(sql.parameters == [.null, .text(#"{NULL,"a"}"#)])
    }

    @Test func `texts of a list are quoted`() {
        #expect([#"a"b\c"#, "", "NULL", "x,y"].parameter == .text(#"{"a\"b\\c","","NULL","x,y"}"#))
        #expect([Int]().parameter == .text("{}"))
        #expect([UInt8]([0, 255]).parameter == .bytes([0, 255]))
    }

    @Test func `two statements of the same literals share a shape, whatever their parameters`() {
        func statement(_ id: Int) -> SQL { "SELECT \(id)" }
        #expect(StatementCache.Shape(statement(1)) == StatementCache.Shape(statement(2)))
        #expect(StatementCache.Shape("SELECT 1") != StatementCache.Shape("SELECT 2"))
    }

    @Test func `the least recently used statement makes place`() {
        var cache = StatementCache(limit: 2)
        let (a, b, c) = (StatementCache.Shape("a"), StatementCache.Shape("b"), StatementCache.Shape("c"))
        let first = cache.add(a)
        let second = cache.add(b)
        #expect(cache.name(of: a) == first.name)
        #expect(cache.add(c).evicted == second.name)
        #expect(cache.name(of: b) == nil)
        #expect(cache.name(of: a) == first.name)
    }
}
