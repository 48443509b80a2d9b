import CPostgreSQL
import Foundation

/// What one statement returned.
@usableFromInline final class QueryResult: Sendable {
    /// Nothing writes to a finished result, so any thread may read it (libpq, "Behavior in Threaded Programs").
    nonisolated(unsafe) private let raw: OpaquePointer
    /// The lengths of the columns' names: most names that are not meant differ in theirs.
    private let nameLengths: [Int]

    /// Takes the result over.
    init(_ raw: OpaquePointer) {
        self.raw = raw
        nameLengths = (0..<PQnfields(raw)).map { PQfname(raw, $0).map { strlen($0) } ?? 0 }
    }

    deinit { PQclear(raw) }

    var rows: [Row] { (0..<PQntuples(raw)).map { Row(result: self, index: $0) } }

    /// Rows inserted, changed, deleted or selected.
    var affected: Int { Int(String(cString: PQcmdTuples(raw))) ?? 0 }

    @usableFromInline func name(of column: CInt) -> String { PQfname(raw, column).map { String(cString: $0) } ?? "column \(column)" }

    /// Compares bytes: a dozen columns are found faster this way than through a table of hashes.
    @usableFromInline func column(named name: StaticString) -> CInt? {
        let count = name.utf8CodeUnitCount
        return name.withUTF8Buffer { name in
            guard let start = name.baseAddress else { return nil }
            for (column, length) in nameLengths.enumerated() where length == count {
                if let candidate = PQfname(raw, CInt(column)), memcmp(start, candidate, count) == 0 { return CInt(column) }
            }
            return nil
        }
    }

    @usableFromInline func has(column: CInt) -> Bool { column >= 0 && column < PQnfields(raw) }

    func isNull(_ row: CInt, _ column: CInt) -> Bool { PQgetisnull(raw, row, column) == 1 }

    func bytes(_ row: CInt, _ column: CInt) -> UnsafeBufferPointer<UInt8> {
        let count = Int(PQgetlength(raw, row, column))
        return UnsafeBufferPointer(
            start: PQgetvalue(raw, row, column).map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, count: count)
    }
}

/// One row of a result. Cells are read out of the one buffer the server's answer arrived in.
///
///     let name: String = try row["name"]
public struct Row: Sendable {
    @usableFromInline let result: QueryResult
    @usableFromInline let index: CInt

    // Inlinable from here on: callers get code for their own types instead of a look-up of metadata for each cell.

    /// The value of the column of that name, the first where several have it.
    @inlinable public subscript<T: RowValue>(_ column: StaticString) -> T {
        get throws(PostgreSQLError) {
            guard let position = result.column(named: column) else { throw PostgreSQLError(.column, "the result has no column \(column)", column: "\(column)") }
            return try value(at: position)
        }
    }

    /// The value of a column by its place, from 0.
    @inlinable public subscript<T: RowValue>(_ column: Int) -> T {
        get throws(PostgreSQLError) {
            guard let position = CInt(exactly: column), result.has(column: position) else {
                throw PostgreSQLError(.column, "the result has no column at \(column)", column: "\(column)")
            }
            return try value(at: position)
        }
    }

    @inlinable func value<T: RowValue>(at column: CInt) throws(PostgreSQLError) -> T {
        let cell = Cell(result: result, row: index, column: column)
        if let value = T(cell) { return value }
        let name = result.name(of: column)
        throw PostgreSQLError(.column, cell.isNull ? "column \(name) is NULL" : "column \(name) does not hold a \(T.self)", column: name)
    }
}
