public import Foundation
import Household
import Jobs
import PostgreSQL

extension HouseholdArchives {
    /// Puts a household back from its archive, with the ids it had, in one transaction: all of it, or nothing.
    ///
    /// - Throws: `ArchiveRefusal` for a file that is torn, changed, foreign or newer than this server, for a household that
    ///   is here already, and for an account whose address or id somebody else has.
    public func restore(_ file: FileHandle) async throws -> Summary {
        try await pool.transaction(retry: false, within: Self.deadline) { transaction in
            var restoration = try await Restoration(ArchiveReader(file), transaction)
            return try await restoration.run()
        }
    }
}

/// One archive on its way in.
private struct Restoration {
    /// Bytes of rows that go to the database at a time, where they are several.
    private static let batchBytes = 4 << 20
    private static let batchRows = 500

    private var reader: ArchiveReader
    private let transaction: Transaction
    private let household: HouseholdProfile.ID
    private var batch = Batch()
    private var expected = ArchiveCatalogue.carried[...]
    /// The accounts of the archive, and whether each is new here.
    private var accounts: [UUID: Bool] = [:]
    private var summary = HouseholdArchives.Summary(name: "", rows: [])

    /// Rows of one table that wait, and the number of the first one's line.
    private struct Batch {
        var table: ArchiveTable?
        var columns: [String] = []
        var rows: [String] = []
        var bytes = 0
        var line = 0
    }

    init(_ reader: ArchiveReader, _ transaction: Transaction) async throws {
        var reader = reader
        guard case .mark(let head)? = try reader.next(), head.archive == ArchiveLine.format, let version = head.version, let household = head.household,
            let schema = head.schema
        else { throw ArchiveRefusal("this file is no archive of a household.", line: 1) }
        self.reader = reader
        self.transaction = transaction
        self.household = .init(household)
        let ours = try await HouseholdArchives.schema(transaction)
        guard version <= ArchiveLine.version, schema <= ours else {
            throw ArchiveRefusal("it was written by a newer Mantel (schema \(schema), here \(ours)): bring this server up to date first.", line: 1)
        }
        try await HouseholdArchives.begin(transaction, for: self.household)
        _ = try await transaction.query("SELECT set_config('mantel.restoring', 'on', true)")
        // Two imports of one file take turns; the second finds the household.
        _ = try await transaction.query("SELECT pg_advisory_xact_lock(hashtextextended(\("archive \(self.household)"), 0))")
        if let row = try await transaction.query("SELECT name FROM household WHERE id = \(self.household)").first {
            throw ArchiveRefusal("The household \(try row["name"] as String) (\(self.household)) is on this server already; nothing was changed.")
        }
    }

    mutating func run() async throws -> HouseholdArchives.Summary {
        while let line = try reader.next() {
            switch line {
            case .row(let row): try await take(row)
            case .mark(let mark):
                try await flush()
                if let end = mark.end { return try await finish(end) }
                try await begin(mark)
            }
        }
        throw ArchiveRefusal("the file ends after line \(reader.number), before the archive does: it is torn.")
    }

    private mutating func begin(_ mark: ArchiveLine.Mark) async throws {
        guard let name = mark.table, let columns = mark.columns else { throw ArchiveRefusal("this line is none that this server knows.", line: reader.number) }
        // An older archive lacks the tables that came later.
        guard let place = expected.firstIndex(where: { "\($0.name)" == name }) else {
            throw ArchiveRefusal("the table \(name) is none that this server takes here.", line: reader.number)
        }
        let table = expected[place]
        expected = expected[(place + 1)...]
        let known: [String] = try await transaction.query(ArchiveTable.columns(of: name)).map { try $0["name"] }
        let withheld = ArchiveCatalogue.withheldColumns(of: table)
        if let unknown = columns.first(where: { !known.contains($0) || withheld.contains($0) }) {
            throw ArchiveRefusal("the field \(unknown) of the table \(name) is none that this server takes.", line: reader.number)
        }
        guard Set(columns).count == columns.count, !columns.isEmpty else { throw ArchiveRefusal("the fields of the table \(name) are not named once each.", line: reader.number) }
        batch = Batch(table: table, columns: columns)
        summary.rows.append(.init(table: name, count: 0))
    }

    private mutating func take(_ row: String) async throws {
        guard let table = batch.table else { throw ArchiveRefusal("this row is of no table.", line: reader.number) }
        summary.rows[summary.rows.count - 1].count += 1
        switch "\(table.name)" {
        case "account" where try await isHere(row): return
        case _ where table.isOfAccounts:
            guard try isOfNewcomer(row) else { return }
        case "household": try requireOurs(row)
        default: break
        }
        if batch.rows.isEmpty { batch.line = reader.number }
        batch.rows.append(row)
        batch.bytes += row.utf8.count
        // What is left as it is here makes a gap in the numbers of lines, so such rows go alone.
        if "\(table.name)" == "account" || table.isOfAccounts || batch.rows.count == Self.batchRows || batch.bytes > Self.batchBytes { try await flush() }
    }

    private mutating func flush() async throws {
        guard let table = batch.table, !batch.rows.isEmpty else { return }
        let rows = try await transaction.query("""
            SELECT * FROM restore_rows(\("public.\(table.name)")::regclass, \(household), \(batch.columns)::text[], \(batch.rows)::text[])
            """)
        if let row = rows.first { throw try refusal(row, of: "\(table.name)") }
        batch.rows = []
        batch.bytes = 0
    }

    private func refusal(_ row: Row, of table: String) throws -> ArchiveRefusal {
        let offset: Int = try row["line"], code: String = try row["code"], field: String = try row["field"] ?? ""
        let rule: String = try row["rule"] ?? "", message: String = try row["message"] ?? ""
        let place = field.isEmpty ? table : "\(table).\(field)"
        let words =
            switch code {
            case "23505": "\(table): something with its id, or that may be there once only (\(rule)), is on this server already."
            case "23503": "\(table): it refers to something that is not in this household (\(rule))."
            case "23514": "\(table): a value is out of its bounds (\(rule))."
            case "23502": "\(place): a value is missing."
            default: "\(place): \(message)."
            }
        return ArchiveRefusal(words, line: batch.line + offset - 1)
    }

    /// The one household of the archive is the one that its head names.
    private mutating func requireOurs(_ row: String) throws {
        struct Profile: Decodable {
            var id: UUID
            var name: String
        }
        guard let profile = try? JSONDecoder().decode(Profile.self, from: Data(row.utf8)), profile.id == household.uuid else {
            throw ArchiveRefusal("household.id: it is not the household that the first line names.", line: reader.number)
        }
        summary.name = profile.name
    }

    /// An account that is on this server already stays as it is here. One who has either its id or its address, but not
    /// both, is somebody else as far as we can know: nobody gets into a household by an address that was never theirs.
    private mutating func isHere(_ row: String) async throws -> Bool {
        struct Account: Decodable {
            var id: UUID
            var email: String
        }
        guard let account = try? JSONDecoder().decode(Account.self, from: Data(row.utf8)) else {
            throw ArchiveRefusal("account: it has no id or no address.", line: reader.number)
        }
        let found = try await transaction.query("""
            SELECT id, lower(email) = lower(\(account.email)) AS same FROM account WHERE id = \(account.id) OR lower(email) = lower(\(account.email))
            """)
        for other in found where try other["id"] as UUID != account.id || !(try other["same"] as Bool) {
            throw ArchiveRefusal("account.email: somebody else on this server has the address \(account.email), or the id that goes with it.", line: reader.number)
        }
        accounts[account.id] = found.isEmpty
        if found.isEmpty { summary.newcomers.append(account.email) }
        return !found.isEmpty
    }

    /// An account that is not in the archive is nothing that the archive may write about.
    private func isOfNewcomer(_ row: String) throws -> Bool {
        struct Owned: Decodable {
            var account: UUID
            enum CodingKeys: String, CodingKey { case account = "account_id" }
        }
        guard let owned = try? JSONDecoder().decode(Owned.self, from: Data(row.utf8)), let isNew = accounts[owned.account] else {
            throw ArchiveRefusal("account_id: it is of no account in this archive.", line: reader.number)
        }
        return isNew
    }

    private mutating func finish(_ end: ArchiveLine.Mark.End) async throws -> HouseholdArchives.Summary {
        guard end.rows == summary.rows.reduce(0, { $0 + $1.count }) else { throw ArchiveRefusal("rows are missing.", line: reader.number) }
        guard summary.rows.first == .init(table: "household", count: 1) else { throw ArchiveRefusal("the household itself is missing.", line: reader.number) }
        if try reader.next() != nil { throw ArchiveRefusal("there is more after the end.", line: reader.number) }
        try await readScans()
        try await advancePositions()
        return summary
    }

    /// Pictures that nobody had read when the archive was written.
    private func readScans() async throws {
        let waiting = try await transaction.query("""
            SELECT s.id, s.created_by FROM scan s JOIN upload u ON u.scan_id = s.id
            WHERE s.household_id = \(household) AND s.state IN ('queued', 'running') AND s.deleted_at IS NULL ORDER BY s.id
            """)
        for row in waiting {
            let scan: ScanView.ID = try row["id"]
            try await transaction.enqueue(ReadScan(scan: scan, member: try row["created_by"]), household: household.uuid, key: "\(scan)")
        }
    }

    /// What is entered from now on comes after what was put back. Altering a sequence keeps others from taking numbers
    /// between our look and our step, until the end of the transaction, which is next.
    private func advancePositions() async throws {
        var last = 0
        for table in ArchiveCatalogue.carried {
            let columns: [String] = try await transaction.query(ArchiveTable.columns(of: "\(table.name)")).map { try $0["name"] }
            guard columns.contains("position"), columns.contains(ArchiveTable.owner) else { continue }
            last = max(last, try await transaction.query(table.lastPosition).first?["last"] ?? 0)
        }
        _ = try await transaction.query("ALTER SEQUENCE budget_position INCREMENT BY 1")
        _ = try await transaction.query("SELECT setval('budget_position', greatest(last_value, \(last)::bigint), is_called OR \(last)::bigint > last_value) FROM budget_position")
    }
}
