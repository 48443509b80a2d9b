import Foundation
public import Household
import Jobs
import PostgreSQL
import ServiceKit

/// How the member that a transaction acts for is to be told of one kind of notice.
struct Telling: Sendable {
    var way: NoticeWay
    /// Nil: by no mail at all.
    var timing: MailTiming?
    var zone: Zone
    /// The beginning of the transaction, by PostgreSQL's clock.
    var now: Date

    static func of(_ kind: Notice.Kind, in transaction: Transaction) async throws -> Telling {
        let row = try await transaction.query("""
            SELECT h.zone, now() AS now, coalesce(w.way, 'mail') AS way, coalesce(a.mail_notices, true) AS by_mail, \(MailTiming.columns)
            FROM household h
            LEFT JOIN account a ON a.id = viewer_account()
            LEFT JOIN notice_way w ON w.account_id = a.id AND w.kind = \(kind)
            WHERE h.id = viewer_household()
            """).first
        guard let row else { throw StoreError.notFound }
        let byMail: Bool = try row["by_mail"]
        return Telling(way: try row["way"], timing: byMail ? try MailTiming(row) : nil, zone: try row["zone"], now: try row["now"])
    }
}

extension MailTiming {
    /// Of `account a`.
    static let columns: SQL = "a.quiet_from, a.quiet_to, a.digest_at, a.digest_weekday"

    init(_ row: Row) throws {
        var quiet: QuietHours?
        if let from: LocalTime = try row["quiet_from"], let to: LocalTime = try row["quiet_to"] { quiet = QuietHours(from: from, to: to) }
        var rhythm = MailRhythm.atOnce
        if let time: LocalTime = try row["digest_at"] {
            let weekday = (try row["digest_weekday"] as Int?).flatMap(Weekday.init(rawValue:))
            rhythm = weekday.map { .weekly(on: $0, at: time) } ?? .daily(at: time)
        }
        self.init(quiet: quiet, rhythm: rhythm)
    }
}

extension Store {
    /// Has a notice that was just written mailed to the transaction's member: now, or with others when `telling` says.
    func mail(_ notice: Notice.ID, to member: Member.ID, in household: HouseholdProfile.ID, _ telling: Telling, _ transaction: Transaction) async throws {
        guard telling.way == .mail, let timing = telling.timing else { return }
        guard let due = timing.due(at: telling.now, in: telling.zone) else {
            try await transaction.enqueue(SendNotice(notice: notice, member: member), household: household.uuid, key: "\(notice)")
            return
        }
        // Locks the digest that is open: its mail cannot be put together before this transaction has ended.
        let digest = try await transaction.query("""
            INSERT INTO digest (id, household_id, member_id, due_at) VALUES (\(Digest.ID(.v7())), viewer_household(), viewer(), \(due))
            ON CONFLICT (household_id, member_id) WHERE closed_at IS NULL DO UPDATE SET due_at = least(digest.due_at, EXCLUDED.due_at)
            RETURNING id, due_at
            """).first
        guard let digest else { throw StoreError.notFound }
        let id: Digest.ID = try digest["id"]
        _ = try await transaction.query("UPDATE notice SET digest_id = \(id) WHERE household_id = viewer_household() AND member_id = viewer() AND id = \(notice)")
        try await transaction.enqueue(SendDigest(digest: id, member: member), household: household.uuid, due: .at(try digest["due_at"]), key: "\(id)")
    }

    /// How long mail to `member` has to wait now; nil outside their quiet hours.
    public func quiet(of member: Member.ID) async throws -> Duration? {
        try await pool.transaction { transaction -> Duration? in
            guard try await !transaction.query(Caller.member(member).prelude).isEmpty else { return nil }
            let telling = try await Telling.of(.system, in: transaction)
            guard let end = telling.timing?.quiet?.end(at: telling.now, in: telling.zone) else { return nil }
            return .seconds(end.timeIntervalSince(telling.now))
        }
    }
}
