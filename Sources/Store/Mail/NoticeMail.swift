public import Foundation
public import Household
public import PostgreSQL

/// What the mail of a notice says, or that of several.
public struct NoticeMail: Codable, Sendable {
    public var household: HouseholdProfile.ID
    public var address: String
    public var name: String
    /// The notice in words; of several, the oldest.
    public var text: String
    /// The others, oldest first. Optional as all that is newer: mail that is on its way may have been put together
    /// by the version before.
    public var others: [String]?
    /// How many notices found no place; nil for none.
    public var omitted: Int?
    public var subject: String
    /// It has figures that are this reader's own.
    public var hasFigures: Bool
    public var created: Date
}

extension Store {
    /// What the mail of a notice would say now; nil where it must not be sent: the person has gone, has no
    /// address or wants no such mail, or the notice is gone, hidden from them, or not true any more.
    public func noticeMail(_ notice: Notice.ID, to member: Member.ID, in transaction: Transaction) async throws -> NoticeMail? {
        try await noticeMail(to: member, "AND n.id = \(notice)", created: nil, in: transaction)
    }

    /// What the mail of a digest would say now, without what was read meanwhile; nil where there is nothing to say.
    /// From here on new notices go to the next one.
    public func digestMail(_ digest: Digest.ID, to member: Member.ID, in transaction: Transaction) async throws -> NoticeMail? {
        guard try await !transaction.query(Caller.member(member).prelude).isEmpty else { return nil }
        let closed = try await transaction.query("""
            UPDATE digest SET closed_at = coalesce(closed_at, now()) WHERE household_id = viewer_household() AND id = \(digest) RETURNING closed_at
            """).first
        guard let closed else { return nil }
        return try await noticeMail(to: member, "AND n.digest_id = \(digest) AND n.read_at IS NULL", created: try closed["closed_at"], in: transaction)
    }

    private func noticeMail(to member: Member.ID, _ condition: SQL, created: Date?, in transaction: Transaction) async throws -> NoticeMail? {
        guard let me = try await transaction.query(Caller.member(member).prelude).first else { return nil }
        // Kept from whoever else reads the mailbox, for ever: it is in the app.
        let rows = try await transaction.query("""
            SELECT n.*, a.email, a.name AS reader, h.name AS household_name
            FROM (\(Notice.select) \(condition)
                AND NOT could_tell(n.kind, n.occasion_id, n.recipient_id, mailbox_readers())) n, account a, household h
            JOIN member m ON m.id = viewer() AND m.household_id = h.id AND m.left_at IS NULL
            WHERE a.id = viewer_account() AND m.account_id = a.id AND a.mail_notices AND a.disabled_at IS NULL AND h.id = viewer_household()
                AND NOT EXISTS (SELECT FROM notice_way w WHERE w.account_id = a.id AND w.kind = n.kind AND w.way <> 'mail')
            ORDER BY n.id LIMIT \(Digest.largestCount)::int
            """)
        guard let first = rows.first else { return nil }
        var truth = NoticeTruth(zone: try me["zone"])
        var notices: [Notice] = []
        for row in rows {
            let notice = try Notice(row)
            guard try await truth.holds(notice, arming: try row["arming"], in: transaction) else { continue }
            // Of one budget the last says it all.
            notices.removeAll { $0.budget != nil && $0.scope == notice.scope || $0.monthly != nil && $0.scope == notice.scope }
            notices.append(notice)
        }
        guard let oldest = notices.first else { return nil }
        var others: [String] = [], room = Digest.largestText
        for notice in notices.dropFirst() {
            room -= notice.text.utf8.count
            if room < 0 { break }
            others.append(notice.text)
        }
        let omitted = notices.count - 1 - others.count
        let household: String = try first["household_name"]
        return NoticeMail(
            household: try me["household_id"], address: try first["email"], name: try first["reader"], text: oldest.text, others: others.isEmpty ? nil : others,
            omitted: omitted == 0 ? nil : omitted, subject: notices.count == 1 ? oldest.subject : "\(notices.count) things to know from \(household)",
            hasFigures: notices.contains { $0.budget != nil || $0.monthly != nil }, created: created ?? oldest.created)
    }
}

extension Notice {
    /// What a budget is of; two notices of one have the same.
    fileprivate var scope: [String?] {
        [budget?.occasion.description, budget?.recipient?.description, (budget?.category ?? monthly?.category)?.description, monthly?.month.description]
    }
}
