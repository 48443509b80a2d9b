import Foundation
public import Household
public import PostgreSQL
import ServiceKit

/// What a worker needs to read a scan.
public struct ScanInput: Sendable {
    public var kind: ScanKind
    public var bytes: [UInt8]

    /// The day of the upload in the household's zone: what "Friday" on a flyer is counted from.
    public var uploadDay: Day
    public var zone: Zone
    public var currency: Currency
    public var locale: String
}

extension Store {
    /// The bytes to read, or nil where the scan was deleted or is read already.
    public func scanInput(_ job: ReadScan) async throws -> ScanInput? {
        try await transaction(as: .member(job.member)) { transaction in
            let me = transaction.membership
            let rows = try await transaction.query("""
                UPDATE scan SET state = 'running', changed_at = now()
                WHERE household_id = viewer_household() AND id = \(job.scan) AND deleted_at IS NULL AND state IN ('queued', 'running')
                RETURNING kind, created_at
                """)
            guard let row = rows.first else { return nil }
            let source = try await transaction.query("""
                SELECT coalesce((SELECT bytes FROM upload WHERE household_id = viewer_household() AND scan_id = \(job.scan)),
                    (SELECT p.bytes FROM scan s JOIN picture p ON p.household_id = s.household_id AND p.id = s.picture_id
                     WHERE s.household_id = viewer_household() AND s.id = \(job.scan))) AS bytes
                """)
            let locale = try await transaction.query("SELECT locale FROM account WHERE id = viewer_account()").first
            return ScanInput(
                kind: try row["kind"], bytes: try source.first?["bytes"] ?? [], uploadDay: me.zone.day(at: try row["created_at"]), zone: me.zone,
                currency: me.currency, locale: try locale?["locale"] ?? "en")
        }
    }

    /// Notes how far the reading has come. Only news: never an end.
    public func progress(of job: ReadScan, stage: String, percent: Int) async throws {
        _ = try await pipeline(as: .member(job.member), """
            UPDATE scan SET stage = \(stage), progress = \(min(max(percent, 0), 99)), changed_at = now()
            WHERE household_id = viewer_household() AND id = \(job.scan) AND state = 'running'
            """)
    }

    /// Keeps what was read, in the transaction that ends the job. The original bytes are dropped.
    public func finishScan(_ job: ReadScan, picture: StoredPicture, reading: String, in transaction: Transaction) async throws {
        let id = StoredPicture.ID(.v7())
        _ = try await transaction.query(Caller.member(job.member).prelude)
        _ = try await transaction.query("""
            INSERT INTO picture (id, household_id, created_by, media_type, width, height, bytes)
            VALUES (\(id), viewer_household(), viewer(), \(picture.mediaType), \(picture.width), \(picture.height), \(picture.bytes))
            """)
        _ = try await transaction.query("""
            UPDATE scan SET state = 'ready', stage = 'ready', progress = 100, problem = NULL, reading = \(reading)::jsonb, picture_id = \(id), changed_at = now()
            WHERE household_id = viewer_household() AND id = \(job.scan)
            """)
        _ = try await transaction.query("DELETE FROM upload WHERE household_id = viewer_household() AND scan_id = \(job.scan)")
    }

    /// Ends a scan that cannot be read, with words for its maker; a picture that could be decoded is kept.
    public func failScan(_ job: ReadScan, problem: String, picture: StoredPicture?, in transaction: Transaction) async throws {
        _ = try await transaction.query(Caller.member(job.member).prelude)
        if let picture {
            let id = StoredPicture.ID(.v7())
            _ = try await transaction.query("""
                INSERT INTO picture (id, household_id, created_by, media_type, width, height, bytes)
                VALUES (\(id), viewer_household(), viewer(), \(picture.mediaType), \(picture.width), \(picture.height), \(picture.bytes))
                """)
            _ = try await transaction.query("UPDATE scan SET picture_id = \(id) WHERE household_id = viewer_household() AND id = \(job.scan)")
        }
        _ = try await transaction.query("""
            UPDATE scan SET state = 'failed', stage = 'failed', problem = \(String(problem.prefix(500))), changed_at = now()
            WHERE household_id = viewer_household() AND id = \(job.scan) AND state <> 'ready'
            """)
    }
}
