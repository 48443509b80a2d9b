public import Foundation
public import Household
public import PostgreSQL

/// Whole households as files, with everybody's secrets in them. For the owner of the database: no other role may.
public struct HouseholdArchives: Sendable {
    public struct Entry: Sendable, Equatable {
        public var id: HouseholdProfile.ID
        public var name: String
        public var members: Int
        public var since: Date
    }

    /// What went out, or came in.
    public struct Summary: Sendable, Equatable {
        public var name: String
        /// Rows by table, in the archive's order.
        public var rows: [Row]
        /// Addresses of accounts that are new on this server, and therefore have no password here.
        public var newcomers: [String] = []

        public struct Row: Sendable, Equatable {
            public var table: String
            public var count: Int
        }
    }

    /// Names of what stays behind, and why.
    public static var leftOut: [(table: String, reason: String)] {
        ArchiveCatalogue.leftOut.sorted { $0.key < $1.key }.map { (table: $0.key, reason: $0.value) }
    }

    /// How long one statement of an archive may take: the longest puts in a few hundred rows.
    public static let deadline = Duration.seconds(600)

    let pool: Pool

    /// - Parameter pool: as the owner of the database; see `pool(_:)`.
    public init(_ pool: Pool) { self.pool = pool }

    /// A pool that is as patient as an archive needs.
    public static func pool(_ conninfo: String) -> Pool {
        var limits = PoolLimits(connections: 1)
        limits.queryTimeout = deadline
        return Pool(
            conninfo, limits: limits,
            session: SessionSettings(applicationName: "mantel archive", statementTimeout: deadline, lockTimeout: .seconds(30), idleInTransactionTimeout: deadline))
    }

    public func list() async throws -> [Entry] {
        try await pool.query("""
            SELECT h.id, h.name, h.created_at, (SELECT count(*) FROM member m WHERE m.household_id = h.id AND m.left_at IS NULL) AS members
            FROM household h ORDER BY h.created_at, h.id
            """).map { Entry(id: try $0["id"], name: try $0["name"], members: try $0["members"], since: try $0["created_at"]) }
    }

    /// Writes all of one household as of one moment. The same household makes the same bytes.
    ///
    /// - Throws: `StoreError.notFound` for a household that is not there.
    public func export(_ household: HouseholdProfile.ID, to file: FileHandle) async throws -> Summary {
        try await pool.transaction(isolation: .repeatableRead, within: Self.deadline) { transaction in
            try await Self.begin(transaction, for: household)
            guard let profile = try await transaction.query("SELECT name FROM household WHERE id = \(household)").first else { throw StoreError.notFound }
            var writer = ArchiveWriter(file), summary = Summary(name: try profile["name"], rows: [])
            try writer.write(ArchiveLine.Mark.head(schema: try await Self.schema(transaction), household: "\(household)"))
            for table in ArchiveCatalogue.carried {
                let count = try await Self.export(table, with: transaction, to: &writer)
                summary.rows.append(.init(table: "\(table.name)", count: count))
            }
            try writer.write(ArchiveLine.Mark.end(rows: summary.rows.reduce(0) { $0 + $1.count }))
            try writer.flush()
            return summary
        }
    }

    private static func export(_ table: ArchiveTable, with transaction: Transaction, to writer: inout ArchiveWriter) async throws -> Int {
        let withheld = ArchiveCatalogue.withheldColumns(of: table)
        let columns: [String] = try await transaction.query(ArchiveTable.columns(of: "\(table.name)")).map { try $0["name"] }
        try writer.write(ArchiveLine.Mark.table("\(table.name)", columns: columns.filter { !withheld.contains($0) }))
        _ = try await transaction.query("SELECT set_config('mantel.left_out', \(withheld.joined(separator: ",")), true)")
        _ = try await transaction.query(table.cursor)
        var count = 0
        while true {
            let rows = try await transaction.query(table.fetch)
            for row in rows { try writer.write(row: try row["line"]) }
            count += rows.count
            if rows.count < table.rowsAtOnce { break }
        }
        _ = try await transaction.query("CLOSE archived_rows")
        return count
    }

    /// Nothing may be filtered in silence: where policies hold, PostgreSQL refuses (42501).
    static func begin(_ transaction: Transaction, for household: HouseholdProfile.ID) async throws {
        _ = try await transaction.query("SELECT set_config('row_security', 'off', true), set_config('mantel.archived', \("\(household)"), true)")
    }

    static func schema(_ transaction: Transaction) async throws -> Int {
        try await transaction.query("SELECT coalesce(max(version), 0)::int AS version FROM schema_migration").first?["version"] ?? 0
    }
}
