public import Foundation
public import Household
public import Jobs
import PostgreSQL

/// A scan as its maker sees it.
public struct ScanView: Sendable {
    public typealias ID = Identifier<ScanView>

    public var id: ID
    public var kind: ScanKind
    public var state: ScanState

    /// What is being done, by name: `queued`, `straightening`, `reading`, `understanding`, `ready`, `failed`.
    public var stage: String

    /// 0 to 100.
    public var progress: Int

    /// Why it failed, in words for the person who took the picture.
    public var problem: String?

    /// Words and drafts as the worker wrote them (JSON); nil until it is ready.
    public var reading: String?
    public var hasPicture: Bool
    public var isConfirmed: Bool
    public var created: Date
}

/// Normalised bytes of a picture, upright and without metadata.
public struct StoredPicture: Sendable {
    public typealias ID = Identifier<StoredPicture>

    public var mediaType: String
    /// Pixels.
    public var width: Int
    public var height: Int
    public var bytes: [UInt8]

    public init(mediaType: String, width: Int, height: Int, bytes: [UInt8]) {
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// Reads one scan's picture.
public struct ReadScan: Job {
    public static let name = "scan.read"
    public static let queue = "ocr"
    public static let timeout = Duration.seconds(120)
    public static var retry: RetryPolicy { .exponential(attempts: 3) }

    public var scan: ScanView.ID
    public var member: Member.ID
}

extension Store {
    /// Scans that one household may have waiting at a time.
    public static let largestWaitingScans = 200

    /// Keeps the uploaded bytes and has a worker read them. `bytes` must have been checked to be a picture.
    public func addScan(_ id: ScanView.ID, kind: ScanKind, bytes: [UInt8], as caller: Caller) async throws -> ScanView {
        try await transaction(as: caller) { transaction in
            let waiting: Int = try await transaction.query("""
                SELECT count(*)::int AS waiting FROM scan
                WHERE household_id = viewer_household() AND created_by = viewer() AND state IN ('queued', 'running') AND deleted_at IS NULL
                """).first?["waiting"] ?? 0
            guard waiting < Self.largestWaitingScans else {
                throw StoreError.conflict(type: "too-many-scans", detail: "Too many pictures are waiting to be read. Try again in a minute.")
            }
            let made = try await transaction.query("""
                INSERT INTO scan (id, household_id, created_by, kind) VALUES (\(id), viewer_household(), viewer(), \(kind))
                ON CONFLICT (id) DO NOTHING RETURNING id
                """)
            if !made.isEmpty {
                _ = try await transaction.query("INSERT INTO upload (scan_id, household_id, bytes) VALUES (\(id), viewer_household(), \(bytes))")
                try await transaction.enqueueReading(of: id)
            }
            return try await transaction.scan(id)
        }
    }

    public func scans(limit: Int, as caller: Caller) async throws -> [ScanView] {
        try await pipeline(as: caller, "\(ScanView.select) ORDER BY s.created_at DESC, s.id DESC LIMIT \(limit)::int").rows[0].map(ScanView.init)
    }

    public func scan(_ scan: ScanView.ID, as caller: Caller) async throws -> ScanView {
        guard let row = try await pipeline(as: caller, "\(ScanView.select) AND s.id = \(scan)").rows[0].first else { throw StoreError.notFound }
        return try ScanView(row)
    }

    /// Has a failed scan read again.
    public func retryScan(_ scan: ScanView.ID, as caller: Caller) async throws -> ScanView {
        try await transaction(as: caller) { transaction in
            let again = try await transaction.query("""
                UPDATE scan SET state = 'queued', stage = 'queued', progress = 0, problem = NULL, changed_at = now()
                WHERE household_id = viewer_household() AND id = \(scan) AND state = 'failed' AND deleted_at IS NULL RETURNING id
                """)
            if !again.isEmpty { try await transaction.enqueueReading(of: scan) }
            let view = try await transaction.scan(scan)
            if again.isEmpty { throw StoreError.conflict(type: "scan-not-failed", detail: "Only a scan that failed can be tried again.") }
            return view
        }
    }

    public func deleteScan(_ scan: ScanView.ID, as caller: Caller) async throws {
        let rows = try await pipeline(
            as: caller,
            "UPDATE scan SET deleted_at = now() WHERE household_id = viewer_household() AND id = \(scan) AND deleted_at IS NULL RETURNING id",
            "DELETE FROM upload WHERE household_id = viewer_household() AND scan_id = \(scan)"
        ).rows[0]
        if rows.isEmpty { throw StoreError.notFound }
    }

    /// The normalised picture of a scan, once there is one.
    public func picture(of scan: ScanView.ID, as caller: Caller) async throws -> StoredPicture {
        let row = try await pipeline(as: caller, """
            SELECT p.media_type, p.width, p.height, p.bytes FROM scan s JOIN picture p ON p.household_id = s.household_id AND p.id = s.picture_id
            WHERE s.household_id = viewer_household() AND s.id = \(scan) AND s.deleted_at IS NULL
            """).rows[0].first
        guard let row else { throw StoreError.notFound }
        return try StoredPicture(row)
    }

    /// Width and height in pixels of a scan's picture.
    public func pictureSize(of scan: ScanView.ID, as caller: Caller) async throws -> (width: Int, height: Int)? {
        let row = try await pipeline(as: caller, """
            SELECT p.width, p.height FROM scan s JOIN picture p ON p.household_id = s.household_id AND p.id = s.picture_id
            WHERE s.household_id = viewer_household() AND s.id = \(scan) AND s.deleted_at IS NULL
            """).rows[0].first
        return try row.map { (try $0["width"], try $0["height"]) }
    }
}

extension MemberTransaction {
    func scan(_ scan: ScanView.ID) async throws -> ScanView {
        guard let row = try await query("\(ScanView.select) AND s.id = \(scan)").first else { throw StoreError.notFound }
        return try ScanView(row)
    }

    func enqueueReading(of scan: ScanView.ID) async throws {
        try await transaction.enqueue(ReadScan(scan: scan, member: membership.member), household: membership.household.uuid, key: "\(scan)")
    }
}

extension ScanView {
    static let select: SQL = """
        SELECT s.id, s.kind, s.state, s.stage, s.progress, s.problem, s.reading::text AS reading, s.picture_id IS NOT NULL AS has_picture,
               s.confirmed_at IS NOT NULL AS confirmed, s.created_at
        FROM scan s WHERE s.household_id = viewer_household() AND s.deleted_at IS NULL
        """

    init(_ row: Row) throws {
        id = try row["id"]
        kind = try row["kind"]
        state = try row["state"]
        stage = try row["stage"]
        progress = try row["progress"]
        problem = try row["problem"]
        reading = try row["reading"]
        hasPicture = try row["has_picture"]
        isConfirmed = try row["confirmed"]
        created = try row["created_at"]
    }
}

extension StoredPicture {
    init(_ row: Row) throws {
        self.init(mediaType: try row["media_type"], width: try row["width"], height: try row["height"], bytes: try row["bytes"])
    }
}
