public import Household
import PostgreSQL

/// A recipient on one occasion, as one viewer may see them.
public struct RecipientView: Sendable {
    public var recipient: Recipient

    /// Nil where the viewer is a subject and the day of revealing has not come: no figures, whatever there is.
    public var tally: Tally?
}

extension Store {
    /// Recipients that one household may have, deleted ones not counted.
    public static let largestRecipients = 500

    public func recipients(as caller: Caller) async throws -> [Recipient] {
        try await pipeline(as: caller, Recipient.select(only: nil)).rows[0].map(Recipient.init)
    }

    /// One recipient with their notes; for a subject the notes are nil.
    public func recipient(_ recipient: Recipient.ID, as caller: Caller) async throws -> (recipient: Recipient, notes: String?) {
        let rows = try await pipeline(
            as: caller, Recipient.select(only: recipient),
            "SELECT notes FROM recipient_note WHERE household_id = viewer_household() AND recipient_id = \(recipient)"
        ).rows
        guard let row = rows[0].first else { throw StoreError.notFound }
        return (try Recipient(row), try rows[1].first?["notes"])
    }

    /// Everybody with their limit and sums on an occasion.
    public func recipients(on occasion: Occasion.ID, as caller: Caller) async throws -> [RecipientView] {
        let (membership, rows) = try await pipeline(as: caller, RecipientView.select(occasion, only: nil))
        return try rows[0].map { try RecipientView($0, viewer: membership.member) }
    }

    public func recipient(_ recipient: Recipient.ID, on occasion: Occasion.ID, as caller: Caller) async throws -> RecipientView {
        let (membership, rows) = try await pipeline(as: caller, RecipientView.select(occasion, only: recipient))
        guard let row = rows[0].first else { throw StoreError.notFound }
        return try RecipientView(row, viewer: membership.member)
    }

    /// - Parameter subjects: the member that it is; of a couple both.
    public func addRecipient(_ id: Recipient.ID, name: String, subjects: [Member.ID], notes: String?, as caller: Caller) async throws -> Recipient {
        try await transaction(as: caller) { transaction in
            guard transaction.membership.role.maySeeBudgets else { throw StoreError.notFound }
            let count: Int = try await transaction.query("""
                SELECT count(*)::int AS count FROM recipient WHERE household_id = viewer_household() AND deleted_at IS NULL
                """).first?["count"] ?? 0
            guard count < Self.largestRecipients else {
                throw StoreError.conflict(type: "too-many-recipients", detail: "The household has too many people to give to.")
            }
            let made = try await transaction.query("""
                INSERT INTO recipient (id, household_id, name, paper)
                SELECT \(id), viewer_household(), \(name), coalesce(
                    (SELECT paper FROM member WHERE household_id = viewer_household() AND id = \(subjects.first)),
                    (SELECT count(*) FROM recipient WHERE household_id = viewer_household()) + 3)
                ON CONFLICT (id) DO NOTHING RETURNING id
                """)
            if !made.isEmpty {
                for subject in subjects { try await transaction.link(id, to: subject) }
                if let notes, !notes.isEmpty, !subjects.contains(transaction.membership.member) { try await transaction.note(notes, on: id) }
            }
            guard let row = try await transaction.query(Recipient.select(only: id)).first else { throw StoreError.notFound }
            return try Recipient(row)
        }
    }

    /// Changes what is given. `subjects` nil keeps the links; an empty list removes them. What somebody chose for
    /// themselves stays.
    ///
    /// A link protects its subject and is theirs too: a subject cannot remove their own, nor read or change notes. Nobody
    /// removes it while there is something behind it that has not come out.
    public func changeRecipient(
        _ id: Recipient.ID, name: String?, subjects new: [Member.ID]?, notes: String?, version: Int? = nil, as caller: Caller
    ) async throws -> Recipient {
        try await transaction(as: caller) { transaction in
            let me = transaction.membership.member
            guard let row = try await transaction.query(Recipient.select(only: id)).first else { throw StoreError.notFound }
            let before = try Recipient(row)
            let isSubject = before.subjects.contains(me), wasLinked = !before.members.isEmpty
            // Held until the end: of two changes with one version, the second sees the first.
            _ = try await transaction.query("SELECT id FROM recipient WHERE household_id = viewer_household() AND id = \(id) FOR UPDATE")
            guard let held = try await transaction.query(Recipient.select(only: id)).first else { throw StoreError.notFound }
            if let version, try Recipient(held).version != version { throw StoreError.stale }
            // Notes have a version of their own: whoever they are secret from sees none of it move.
            if name != nil || new != nil || isSubject || notes == nil {
                _ = try await transaction.query("""
                    UPDATE recipient SET name = COALESCE(\(name), name), version = version + 1
                    WHERE household_id = viewer_household() AND id = \(id)
                    """)
            }
            if let new {
                // Nor is somebody else's page taken over: it would hide their presents and show one's own.
                if isSubject || new.contains(me) && wasLinked { throw StoreError.forbidden(reason: Self.surpriseStays) }
                if !Set(before.members).isSubset(of: new) { try await transaction.requireNothingSecret(on: id) }
                _ = try await transaction.query("DELETE FROM subject WHERE household_id = viewer_household() AND recipient_id = \(id) AND NOT is_chosen")
                for subject in new { try await transaction.link(id, to: subject) }
            }
            if let notes, !isSubject { try await transaction.note(notes, on: id) }
            guard let changed = try await transaction.query(Recipient.select(only: id)).first else { throw StoreError.notFound }
            return try Recipient(changed)
        }
    }

    /// Takes a recipient off the list. What was spent stays in the books. Neither a child nor the person may.
    public func deleteRecipient(_ id: Recipient.ID, as caller: Caller) async throws {
        try await transaction(as: caller) { transaction in
            let me = transaction.membership
            guard let row = try await transaction.query(Recipient.select(only: id)).first else { throw StoreError.notFound }
            if try Recipient(row).subjects.contains(me.member) { throw StoreError.forbidden(reason: Self.surpriseStays) }
            guard me.role.mayInvite else { throw StoreError.forbidden(reason: "Ask a grown-up to take somebody off the list.") }
            let rows = try await transaction.query("""
                UPDATE recipient SET deleted_at = now() WHERE household_id = viewer_household() AND id = \(id) AND deleted_at IS NULL RETURNING id
                """)
            if rows.isEmpty { throw StoreError.notFound }
            try await transaction.recordRemoval(ofRecipient: id)
        }
    }

    static let surpriseStays = "What is planned for you stays a surprise: ask somebody else to change this."
}

extension MemberTransaction {
    func link(_ recipient: Recipient.ID, to subject: Member.ID) async throws {
        let rows = try await query("""
            INSERT INTO subject (household_id, recipient_id, member_id)
            SELECT viewer_household(), \(recipient), m.id FROM member m
            WHERE m.household_id = viewer_household() AND m.id = \(subject) AND m.left_at IS NULL
            ON CONFLICT (member_id, recipient_id) DO UPDATE SET is_chosen = false RETURNING member_id
            """)
        if rows.isEmpty { throw StoreError.invalid(pointer: "/member", detail: "is nobody in this household") }
    }

    /// That to take a link away shows nothing to whom it was kept from: gifts and what was paid for them, those that were
    /// taken off the list as well, and notes.
    fileprivate func requireNothingSecret(on recipient: Recipient.ID) async throws {
        let secrets = try await query("""
            SELECT WHERE \(recipient) = ANY (secret_recipients()) OR EXISTS (
                SELECT FROM gift g WHERE g.household_id = viewer_household() AND g.recipient_id = \(recipient)
                AND g.revealed_at IS NULL AND g.occasion_id <> ALL (revealed_occasions())
            ) OR EXISTS (
                SELECT FROM recipient_note n WHERE n.household_id = viewer_household() AND n.recipient_id = \(recipient) AND n.notes <> '')
            """)
        guard secrets.isEmpty else {
            throw StoreError.conflict(
                type: "still-secret", detail: "Something is planned or noted for them that they may not see yet. Add somebody new instead, without them.")
        }
    }

    func note(_ notes: String, on recipient: Recipient.ID) async throws {
        _ = try await query("""
            INSERT INTO recipient_note (recipient_id, household_id, notes) VALUES (\(recipient), viewer_household(), \(notes))
            ON CONFLICT (recipient_id) DO UPDATE SET notes = EXCLUDED.notes, version = recipient_note.version + 1
            """)
    }
}

extension Recipient {
    /// Counts the changes that the viewer may see: for whom notes are a secret, theirs are not among them.
    fileprivate static let visibleVersion: SQL = """
        r.version + coalesce((SELECT n.version FROM recipient_note n WHERE n.household_id = r.household_id AND n.recipient_id = r.id), 0) AS version
        """

    fileprivate static let linked: SQL = """
        ARRAY(SELECT s.member_id FROM subject s WHERE s.household_id = r.household_id AND s.recipient_id = r.id ORDER BY s.member_id) AS subjects,
        ARRAY(SELECT s.member_id FROM subject s WHERE s.household_id = r.household_id AND s.recipient_id = r.id AND s.is_chosen ORDER BY s.member_id) AS chosen
        """

    static func select(only recipient: Recipient.ID?) -> SQL {
        """
        SELECT r.id, r.name, r.paper, \(visibleVersion),
               \(linked)
        FROM recipient r
        WHERE r.household_id = viewer_household() AND r.deleted_at IS NULL AND r.id = COALESCE(\(recipient), r.id)
        ORDER BY r.created_at, r.id
        """
    }

    init(_ row: Row) throws {
        self.init(id: try row["id"], name: try row["name"], paper: try row["paper"], subjects: try row["subjects"], chosen: try row["chosen"], version: try row["version"])
    }
}

extension RecipientView {
    static func select(_ occasion: Occasion.ID, only recipient: Recipient.ID?) -> SQL {
        """
        SELECT r.id, r.name, r.paper, \(Recipient.visibleVersion), o.currency, o.id = ANY (revealed_occasions()) AS revealed,
               \(Recipient.linked),
               (SELECT b.minor FROM budget_limit b WHERE b.household_id = r.household_id AND b.occasion_id = o.id AND b.recipient_id = r.id
                ORDER BY b.position DESC LIMIT 1) AS limit_minor,
               (SELECT coalesce(sum(e.minor), 0)::bigint FROM ledger_entry e
                WHERE e.household_id = r.household_id AND e.occasion_id = o.id AND e.recipient_id = r.id) AS spent,
               (SELECT count(*)::int FROM ledger_entry e
                WHERE e.household_id = r.household_id AND e.occasion_id = o.id AND e.recipient_id = r.id AND \(LedgerEntry.waits)) AS waiting,
               g.planned, g.gifts, g.bought
        FROM recipient r
        JOIN occasion o ON o.household_id = r.household_id AND o.id = \(occasion) AND o.deleted_at IS NULL
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(planned_minor(g.status, g.estimate_minor, p.minor)), 0)::bigint AS planned, count(*)::int AS gifts,
                   (count(*) FILTER (WHERE g.status IN ('bought', 'wrapped', 'given')))::int AS bought
            FROM gift g LEFT JOIN (
                SELECT e.gift_id, sum(e.minor) AS minor FROM ledger_entry e
                WHERE e.household_id = r.household_id AND e.occasion_id = o.id AND e.recipient_id = r.id GROUP BY e.gift_id
            ) p ON p.gift_id = g.id
            WHERE g.household_id = r.household_id AND g.occasion_id = o.id AND g.recipient_id = r.id AND g.deleted_at IS NULL
        ) g
        WHERE r.household_id = viewer_household() AND r.deleted_at IS NULL AND r.id = COALESCE(\(recipient), r.id)
        ORDER BY r.created_at, r.id
        """
    }

    init(_ row: Row, viewer: Member.ID) throws {
        recipient = try Recipient(row)
        // Decided by the link and the day alone, never by what the sums happen to be.
        let isSecret = try recipient.subjects.contains(viewer) && !(row["revealed"] as Bool)
        tally = isSecret ? nil : try Tally(row, try row["currency"])
    }
}
