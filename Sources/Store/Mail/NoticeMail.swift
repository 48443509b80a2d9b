public import Foundation
public import Household
public import PostgreSQL

/// What the mail of a notice says.
public struct NoticeMail: Codable, Sendable {
    public var household: HouseholdProfile.ID
    public var address: String
    public var name: String
    public var text: String
    public var subject: String
    /// It has figures that are this reader's own.
    public var hasFigures: Bool
    public var created: Date
}

extension Store {
    /// What the mail of a notice would say now; nil where it must not be sent: the person has gone, has no
    /// address or wants no mail, or the notice is gone or hidden from them.
    public func noticeMail(_ notice: Notice.ID, to member: Member.ID, in transaction: Transaction) async throws -> NoticeMail? {
        guard let me = try await transaction.query(Caller.member(member).prelude).first else { return nil }
        let found = try await transaction.query("""
            SELECT n.*, a.email, a.name AS reader FROM (\(Notice.select) AND n.id = \(notice)) n, account a
            JOIN member m ON m.id = viewer() AND m.account_id = a.id AND m.left_at IS NULL
            WHERE a.id = viewer_account() AND a.mail_notices AND a.disabled_at IS NULL
            """).first
        guard let found else { return nil }
        let notice = try Notice(found)
        return NoticeMail(
            household: try me["household_id"], address: try found["email"], name: try found["reader"], text: notice.text,
            subject: notice.subject, hasFigures: notice.budget != nil || notice.monthly != nil, created: notice.created)
    }
}
