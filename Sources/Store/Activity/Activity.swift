public import Household
import PostgreSQL

extension Store {
    /// Lines of one page.
    public static let activityPage = 50

    /// What was done lately to gifts and their books, in the household or on one occasion, as far as the caller may know
    /// of it; the latest first. A batch of which they may see a part is that part.
    public func activity(
        on occasion: Occasion.ID?, before cursor: ActivityLine.Cursor?, limit: Int = activityPage, as caller: Caller
    ) async throws -> (lines: [ActivityLine], next: ActivityLine.Cursor?) {
        try await transaction(as: caller) { transaction in
            if let occasion, try await transaction.query("""
                SELECT FROM occasion WHERE household_id = viewer_household() AND id = \(occasion) AND deleted_at IS NULL
                """).isEmpty { throw StoreError.notFound }
            let rows = try await transaction.query(ActivityLine.page(on: occasion, before: cursor, limit: limit + 1))
            let ids = try rows.prefix(limit).map { try $0["id"] as ActivityLine.ID }
            let lines = try await transaction.activity(ids)
            let last = rows.count > limit ? rows[limit - 1] : nil
            return (lines, try last.map { .init(microseconds: try $0["microseconds"], id: try $0["id"]) })
        }
    }
}

extension MemberTransaction {
    /// The lines of these ids that the member may see, in this order.
    func activity(_ ids: [ActivityLine.ID]) async throws -> [ActivityLine] {
        if ids.isEmpty { return [] }
        let entries = Dictionary(grouping: try await query(BatchEntry.select(ids)).map(BatchEntry.init), by: \.batch)
        var lines = entries.compactMapValues { ActivityLine($0) }
        // What was paid for a gift that was deleted or restored is part of that line.
        for row in try await query(RemovalRow.select(ids)) {
            let removal = try RemovalRow(row, for: membership)
            lines[removal.line.id] = removal.line
        }
        return ids.compactMap { lines[$0] }
    }
}

extension ActivityLine {
    /// Ids and moments of lines. Of what became of deleted occasions nothing is told but that they were deleted.
    fileprivate static func page(on occasion: Occasion.ID?, before cursor: Cursor?, limit: Int) -> SQL {
        """
        SELECT l.id, l.microseconds FROM (
            SELECT e.batch_id AS id, (extract(epoch FROM min(e.entered_at)) * 1000000)::bigint AS microseconds
            FROM ledger_entry e JOIN occasion o ON o.household_id = e.household_id AND o.id = e.occasion_id AND o.deleted_at IS NULL
            JOIN gift g ON g.household_id = e.household_id AND g.id = e.gift_id
            WHERE e.household_id = viewer_household() AND e.occasion_id = COALESCE(\(occasion), e.occasion_id)
              AND NOT EXISTS (SELECT FROM removal r WHERE r.household_id = e.household_id AND r.id = e.batch_id)
            GROUP BY e.batch_id
            UNION ALL
            SELECT r.id, (extract(epoch FROM r.made_at) * 1000000)::bigint
            FROM removal r LEFT JOIN occasion o ON o.household_id = r.household_id AND o.id = r.occasion_id
            LEFT JOIN gift g ON g.household_id = r.household_id AND g.id = r.gift_id
            WHERE r.household_id = viewer_household() AND (r.gift_id IS NULL OR g.id IS NOT NULL AND o.deleted_at IS NULL)
              AND (\(occasion)::uuid IS NULL OR r.occasion_id = \(occasion)::uuid)
        ) l
        WHERE \(cursor?.microseconds)::bigint IS NULL OR (l.microseconds, l.id) < (\(cursor?.microseconds)::bigint, \(cursor?.id)::uuid)
        ORDER BY l.microseconds DESC, l.id DESC LIMIT \(limit)::int
        """
    }
}
