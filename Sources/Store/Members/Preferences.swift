public import Household
import PostgreSQL

/// What an account wants to be told, and how.
public struct Preferences: Sendable {
    /// Whether notices also come by mail.
    public var mailNotices: Bool
    public var timing: MailTiming
    /// Of every kind that may be chosen.
    public var ways: [Notice.Kind: NoticeWay]
}

/// Nil keeps; an inner nil gives up.
public struct PreferenceChange: Sendable {
    public var mailNotices: Bool?
    public var quiet: QuietHours??
    public var rhythm: MailRhythm?
    public var ways: [Notice.Kind: NoticeWay]

    public init(mailNotices: Bool? = nil, quiet: QuietHours?? = nil, rhythm: MailRhythm? = nil, ways: [Notice.Kind: NoticeWay] = [:]) {
        self.mailNotices = mailNotices
        self.quiet = quiet
        self.rhythm = rhythm
        self.ways = ways
    }
}

extension Store {
    public func preferences(_ key: SessionKey) async throws -> Preferences {
        let rows = try await asAccount(key, """
            SELECT a.mail_notices, \(MailTiming.columns), w.kind, w.way
            FROM account a LEFT JOIN notice_way w ON w.account_id = a.id WHERE a.id = viewer_account()
            """)
        guard let first = rows.first else { throw StoreError.signedOut }
        var ways = Dictionary(uniqueKeysWithValues: Notice.Kind.chosen.map { ($0, NoticeWay.mail) })
        for row in rows { if let kind: Notice.Kind = try row["kind"] { ways[kind] = try row["way"] as NoticeWay } }
        return Preferences(mailNotices: try first["mail_notices"], timing: try MailTiming(first), ways: ways)
    }

    /// What is written already keeps its hour: only mail of what comes next follows another rhythm. Quiet hours and
    /// ways hold for all of it at once.
    public func changePreferences(_ change: PreferenceChange, _ key: SessionKey) async throws -> Preferences {
        var quiet: QuietHours?, at: LocalTime?, weekday: Int?
        if let given = change.quiet { quiet = given }
        switch change.rhythm {
        case nil, .atOnce: break
        case .daily(let time): at = time
        case .weekly(let day, let time): (at, weekday) = (time, day.rawValue)
        }
        let kinds = change.ways.keys.sorted { $0.rawValue < $1.rawValue }
        let rows = try await asAccount(key, """
            WITH ways AS (
                INSERT INTO notice_way (account_id, kind, way)
                SELECT viewer_account(), t.kind, t.way
                FROM unnest(\(kinds.map(\.rawValue))::text[], \(kinds.compactMap { change.ways[$0]?.rawValue })::text[]) AS t (kind, way)
                ON CONFLICT (account_id, kind) DO UPDATE SET way = EXCLUDED.way
            )
            UPDATE account SET mail_notices = COALESCE(\(change.mailNotices), mail_notices),
                quiet_from = CASE WHEN \(change.quiet == nil) THEN quiet_from ELSE \(quiet?.from)::time END,
                quiet_to = CASE WHEN \(change.quiet == nil) THEN quiet_to ELSE \(quiet?.to)::time END,
                digest_at = CASE WHEN \(change.rhythm == nil) THEN digest_at ELSE \(at)::time END,
                digest_weekday = CASE WHEN \(change.rhythm == nil) THEN digest_weekday ELSE \(weekday)::int END
            WHERE id = viewer_account() RETURNING id
            """)
        if rows.isEmpty { throw StoreError.signedOut }
        return try await preferences(key)
    }
}
