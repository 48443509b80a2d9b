public import Household
import PostgreSQL
import ServiceKit

extension Store {
    /// Undoes what was entered in one go, or restores what was deleted: all that the caller may see of it, once. Nothing
    /// in the books is erased; what is there gets entries against it.
    ///
    /// Throws `notFound` for what is not there and for what the caller may not know of, and a conflict in words where it
    /// cannot be undone any more.
    public func undo(_ id: ActivityLine.ID, as caller: Caller) async throws -> ActivityLine {
        try await transaction(as: caller) { transaction in
            // What is locked first stays as it is then found.
            try await transaction.lock(id)
            guard let line = try await transaction.activity([id]).first else { throw StoreError.notFound }
            try await transaction.requireReversible(line)
            if line.kind == .removal { try await transaction.restore(line) } else { try await transaction.reverse(line) }
            guard let batch: ActivityLine.ID = try await transaction.query("SELECT current_batch() AS batch").first?["batch"],
                let made = try await transaction.activity([batch]).first
            else { throw StoreError.notFound }
            return made
        }
    }
}

extension MemberTransaction {
    /// Holds the gifts and the removal behind a line until the transaction ends, in the order in which purchases do.
    fileprivate func lock(_ id: ActivityLine.ID) async throws {
        _ = try await query("""
            SELECT g.id FROM gift g WHERE g.household_id = viewer_household() AND (g.id IN (
                SELECT e.gift_id FROM ledger_entry e WHERE e.household_id = viewer_household() AND e.batch_id = \(id))
                OR g.id IN (SELECT r.gift_id FROM removal r WHERE r.household_id = viewer_household() AND r.id = \(id)))
            ORDER BY g.id FOR UPDATE
            """)
        _ = try await query("""
            SELECT p.id FROM recipient p WHERE p.household_id = viewer_household() AND p.id IN (
                SELECT r.recipient_id FROM removal r WHERE r.household_id = viewer_household() AND r.id = \(id) AND r.gift_id IS NULL) FOR UPDATE
            """)
        _ = try await query("""
            SELECT o.id FROM occasion o WHERE o.household_id = viewer_household() AND o.id IN (
                SELECT r.occasion_id FROM removal r WHERE r.household_id = viewer_household() AND r.id = \(id) AND r.gift_id IS NULL) FOR UPDATE
            """)
    }

    fileprivate func requireReversible(_ line: ActivityLine) async throws {
        switch line.reversal {
        case .possible: return
        case .done(let by):
            let name: String? = try await query("""
                SELECT m.name FROM member m WHERE m.household_id = viewer_household() AND m.id = COALESCE(
                    (SELECT e.entered_by FROM ledger_entry e WHERE e.household_id = viewer_household() AND e.batch_id = \(by) LIMIT 1),
                    (SELECT r.made_by FROM removal r WHERE r.household_id = viewer_household() AND r.id = \(by)))
                """).first?["name"]
            throw StoreError.conflict(
                type: "already-undone", detail: "\(name ?? "Somebody") has \(line.kind == .removal ? "restored" : "undone") it already (\(by)).")
        case .builtUpon:
            throw StoreError.conflict(type: "built-upon", detail: "Something that was entered later stands on it. Undo that first, or enter a correction.")
        case .overtaken:
            throw StoreError.conflict(type: "overtaken", detail: line.kind == .removal
                ? "It is there already, or what it belongs to is deleted: then restore that first." : "Its gift is deleted. Restore the gift first.")
        case .late:
            throw StoreError.conflict(type: "too-late", detail: line.kind == .removal
                ? "What was deleted can be restored for \(UndoWindow.days) days. Enter it anew instead."
                : "What was entered can be undone for \(UndoWindow.days) days. Enter a correction or a refund instead.")
        case .final:
            throw StoreError.conflict(type: "not-undoable", detail: line.kind == .restoration
                ? "What was restored can be deleted again instead." : "An undoing is not undone. Enter it again instead.")
        case .forbidden: throw StoreError.forbidden(reason: Self.forbidden(line))
        }
    }

    private static func forbidden(_ line: ActivityLine) -> String {
        switch line.thing {
        case .gifts: "You can restore the gifts that you added yourself."
        case .recipient: "Ask a grown-up who is not the person to put somebody back on the list."
        case .occasion: "Only an organiser restores an occasion."
        }
    }

    /// Enters against each entry of the batch that was not undone what takes all of it back, and sets the gifts back.
    func reverse(_ line: ActivityLine) async throws {
        let left = try await query(BatchEntry.select([line.id])).map(BatchEntry.init).filter { $0.undoneBy == nil }
        for entry in left {
            _ = try await enter(
                .init(.v7()), .correction, minor: -(entry.minor ?? 0), about: entry.about ?? (entry.kind == .purchase ? entry.id : nil), undoing: entry.id,
                paidBy: entry.paidBy, day: entry.day, receipt: nil, of: entry.gift, on: entry.occasion)
        }
        for gift in Set(left.filter { $0.kind == .purchase }.map(\.gift)) { try await setBack(gift) }
        for entry in left where entry.isTakeBack { try await setForward(entry) }
    }

    /// A gift of which no purchase stands is what it was before the first since all was taken back: one that somebody
    /// calls bought without a purchase comes out as planned, which counts alike.
    private func setBack(_ gift: Gift.ID) async throws {
        _ = try await query("""
            WITH own AS (
                SELECT e.*, EXISTS (SELECT FROM ledger_entry u WHERE u.household_id = e.household_id AND u.undoes = e.id) AS is_undone
                FROM ledger_entry e JOIN gift g ON g.household_id = e.household_id AND g.occasion_id = e.occasion_id
                    AND g.recipient_id = e.recipient_id AND g.id = e.gift_id
                WHERE e.household_id = viewer_household() AND e.gift_id = \(gift)
            ), since AS (
                SELECT * FROM own WHERE kind = 'purchase' AND position > coalesce((
                    SELECT max(t.position) FROM own t WHERE t.kind = 'correction' AND t.about IS NULL AND t.undoes IS NULL AND NOT t.is_undone), 0)
            )
            UPDATE gift SET version = version + 1, status = CASE
                WHEN status NOT IN ('bought', 'wrapped', 'given') OR EXISTS (SELECT FROM since WHERE NOT is_undone) THEN status
                ELSE coalesce((SELECT CASE WHEN f.status_before IN ('bought', 'wrapped', 'given') THEN 'planned' ELSE f.status_before END
                               FROM since f ORDER BY f.position LIMIT 1), 'planned') END
            WHERE household_id = viewer_household() AND id = \(gift)
            """)
    }

    /// A gift whose purchases count again is what it was when they were taken back.
    private func setForward(_ takeBack: BatchEntry) async throws {
        _ = try await query("""
            UPDATE gift g SET version = version + 1,
                status = CASE WHEN g.status IN ('bought', 'wrapped', 'given') THEN g.status ELSE coalesce(e.status_before, 'bought') END
            FROM ledger_entry e
            WHERE g.household_id = viewer_household() AND g.id = \(takeBack.gift) AND e.household_id = g.household_id AND e.id = \(takeBack.id)
            """)
    }
}
