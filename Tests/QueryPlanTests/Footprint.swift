import PostgreSQL

/// What a question touched in each table, as PostgreSQL counted it; by the policies and functions behind it too.
struct Footprint: Sendable {
    struct Touched: Sendable {
        /// Read in order or through indexes, hidden ones too.
        var rows = 0
        /// Times that the whole table was read.
        var scans = 0
        /// Pages of the table and its indexes.
        var pages = 0
    }

    private var tables: [String: Touched] = [:]

    /// What `question` touches. The database must be used by nobody else.
    static func of(_ pool: Pool, in town: Town, _ question: () async throws -> Void) async throws -> Footprint {
        let before = try await told(pool, town)
        try await question()
        return try await told(pool, town).since(before)
    }

    /// A server process tells what it counted when it is asked to, once its transaction is over; so does the one that asks here.
    private static func told(_ pool: Pool, _ town: Town) async throws -> Footprint {
        for asking in [pool, town.owner] { try await asking.execute("SELECT pg_stat_force_next_flush()") }
        let rows = try await town.owner.query("""
            SELECT t.relname::text AS name, t.seq_scan AS scans,
                   t.seq_tup_read + greatest(coalesce(t.idx_tup_fetch, 0), coalesce((
                       SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid), 0))::bigint AS rows,
                   b.heap_blks_read + b.heap_blks_hit + coalesce(b.idx_blks_read + b.idx_blks_hit, 0) AS pages
            FROM pg_stat_user_tables t JOIN pg_statio_user_tables b ON b.relid = t.relid WHERE t.schemaname = 'public'
            """)
        var footprint = Footprint()
        for row in rows { footprint.tables[try row["name"]] = Touched(rows: try row["rows"], scans: try row["scans"], pages: try row["pages"]) }
        return footprint
    }

    private func since(_ before: Footprint) -> Footprint {
        var difference = Footprint()
        for (name, now) in tables {
            let then = before.tables[name] ?? Touched()
            difference.tables[name] = Touched(rows: now.rows - then.rows, scans: now.scans - then.scans, pages: now.pages - then.pages)
        }
        return difference
    }

    var pages: Int { tables.values.reduce(0) { $0 + $1.pages } }

    subscript(_ table: String) -> Touched { tables[table] ?? Touched() }

    /// The tables of which more was touched than a question about this household needs, and what of them.
    func excess(in home: Home) -> [String: Touched] {
        tables.filter { name, touched in
            let own = home.rows[name] ?? 0, allowed = Self.timesEach * own + Self.rowsBesides
            return touched.rows > allowed || touched.pages > Self.pagesEach * allowed || own > 0 && touched.scans > 0
        }
    }

    /// How often one question may come by each row of the household.
    private static let timesEach = 6
    /// Rows that belong to an account, and those of a table in which the household has none.
    private static let rowsBesides = 30
    /// Pages for one row: the way down an index, and the row.
    private static let pagesEach = 3
}
