public import Household
public import PostgreSQL
import Foundation
import ServiceKit

/// Whether a mail may leave now.
public enum MailBeginning<Content: Sendable>: Sendable {
    /// "Sending" is written; this is what to send, the same in each attempt.
    case ready(Content)
    /// It has ended before.
    case ended
    /// Whether it arrived is not known, and it has been tried as often as that allows.
    case unanswered
}

/// How far mail is: each step in the transaction that its caller commits.
extension Store {
    /// Attempts that may each have reached the person: the first, and one repetition.
    public static let largestUnanswered = 2

    /// Writes that a mail is about to leave. Its transaction acts for the member already: it has read what the mail
    /// says as them.
    ///
    /// - Parameter content: what it says now. What it said in an attempt that may have arrived is sent instead, so
    ///   that a repetition has the same bytes.
    public func beginMail<Content: Codable & Sendable>(
        _ mail: MailKey, saying content: Content, in transaction: Transaction
    ) async throws -> MailBeginning<Content> {
        let words = String(decoding: try JSONEncoder().encode(content), as: UTF8.self)
        let made = try await transaction.query("""
            INSERT INTO delivery (id, household_id, member_id, notice_id, invitation_id, digest_id, channel, state, content, unanswered)
            VALUES (\(Identifier<MailKey>(.v7())), viewer_household(), viewer(), \(mail.notice), \(mail.invitation), \(mail.digest), 'mail', 'sending', \(words)::jsonb, 1)
            ON CONFLICT DO NOTHING RETURNING id
            """)
        return made.isEmpty ? try await beginMailAgain(mail, saying: content, in: transaction) : .ready(content)
    }

    private func beginMailAgain<Content: Codable & Sendable>(
        _ mail: MailKey, saying content: Content, in transaction: Transaction
    ) async throws -> MailBeginning<Content> {
        let found = try await transaction.query("SELECT state, unanswered, content::text AS content FROM delivery WHERE \(mail.condition) FOR UPDATE")
        guard let row = found.first else { return .ended }
        switch try row["state"] as MailState {
        case .sent, .bounced: return .ended
        // Only a person starts it again after that, and knows.
        case .unconfirmed: break
        case .queued, .sending:
            if try row["unanswered"] as Int >= Self.largestUnanswered { return .unanswered }
        }
        var content = content
        // Known not to have been taken, it may say what is true now; else a repetition has the same bytes.
        if try row["unanswered"] as Int > 0, let kept: String = try row["content"] { content = try JSONDecoder().decode(Content.self, from: Data(kept.utf8)) }
        let words = String(decoding: try JSONEncoder().encode(content), as: UTF8.self)
        _ = try await transaction.query("""
            UPDATE delivery SET state = 'sending', content = \(words)::jsonb, changed_at = now(),
                unanswered = CASE state WHEN 'unconfirmed' THEN 1 ELSE unanswered + 1 END
            WHERE \(mail.condition)
            """)
        return .ready(content)
    }

    /// Writes that an attempt is over and another may follow.
    ///
    /// - Parameter answered: the mail is known not to have been taken.
    /// - Returns: how many attempts may have reached the person.
    public func putMailBack(_ mail: MailKey, because detail: String, answered: Bool, in transaction: Transaction) async throws -> Int {
        _ = try await transaction.query(Caller.member(mail.member).prelude)
        let row = try await transaction.query("""
            UPDATE delivery SET state = 'queued', detail = \(String(detail.prefix(500))), changed_at = now(),
                unanswered = greatest(unanswered - \(answered)::boolean::int, 0)
            WHERE \(mail.condition) AND state = 'sending' RETURNING unanswered
            """).first
        return try row?["unanswered"] ?? 0
    }

    /// Writes how a mail ended, whether or not it was ever tried. What it said is forgotten, unless a person may
    /// have it sent once more.
    public func endMail(_ mail: MailKey, as state: MailState, detail: String?, in transaction: Transaction) async throws {
        _ = try await transaction.query(Caller.member(mail.member).prelude)
        let detail = detail.map { String($0.prefix(500)) }
        let known = try await transaction.query("""
            UPDATE delivery SET state = \(state), detail = \(detail), changed_at = now(),
                content = CASE \(state)::text WHEN 'unconfirmed' THEN content END
            WHERE \(mail.condition) RETURNING id
            """)
        guard known.isEmpty else { return }
        _ = try await transaction.query("""
            INSERT INTO delivery (id, household_id, member_id, notice_id, invitation_id, digest_id, channel, state, detail)
            SELECT \(Identifier<MailKey>(.v7())), viewer_household(), viewer(), \(mail.notice)::uuid, \(mail.invitation)::uuid, \(mail.digest)::uuid, 'mail', \(state), \(detail)
            WHERE EXISTS (SELECT FROM notice WHERE id = \(mail.notice)) OR EXISTS (SELECT FROM invitation WHERE id = \(mail.invitation))
                OR EXISTS (SELECT FROM digest WHERE id = \(mail.digest))
            """)
    }
}

extension MailKey {
    fileprivate var condition: SQL {
        """
        household_id = viewer_household() AND channel = 'mail'
            AND (notice_id = \(notice)::uuid OR invitation_id = \(invitation)::uuid OR digest_id = \(digest)::uuid)
        """
    }
}
