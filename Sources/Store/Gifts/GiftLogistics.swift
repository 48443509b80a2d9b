public import Household
import PostgreSQL

extension Store {
    /// Where a gift is and how it comes, and the version of that (0: nothing was written yet). Only for those who give it.
    public func logistics(of gift: Gift.ID, on occasion: Occasion.ID, as caller: Caller) async throws -> (logistics: GiftLogistics, version: Int) {
        try await transaction(as: caller) { transaction in
            try await transaction.requireGiver(of: gift, on: occasion)
            return try await transaction.logistics(of: gift)
        }
    }

    /// Of all gifts for a recipient on an occasion that the caller gives.
    public func logistics(for recipient: Recipient.ID, on occasion: Occasion.ID, as caller: Caller) async throws -> [Gift.ID: GiftLogistics] {
        let rows = try await pipeline(as: caller, """
            SELECT g.id, l.hiding_place, l.return_by, l.order_number, l.tracking_number
            FROM gift g LEFT JOIN gift_logistics l ON l.household_id = g.household_id AND l.gift_id = g.id
            WHERE g.household_id = viewer_household() AND g.occasion_id = \(occasion) AND g.recipient_id = \(recipient)
              AND g.deleted_at IS NULL AND viewer_gives(g.id)
            """).rows[0]
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0["id"], try GiftLogistics($0)) })
    }

    /// Writes all of it anew. With a version it must still be the one that was read.
    public func setLogistics(
        _ logistics: GiftLogistics, of gift: Gift.ID, on occasion: Occasion.ID, version: Int? = nil, as caller: Caller
    ) async throws -> (logistics: GiftLogistics, version: Int) {
        try await transaction(as: caller) { transaction in
            try await transaction.requireGiver(of: gift, on: occasion)
            let written = try await transaction.query("""
                INSERT INTO gift_logistics (gift_id, household_id, occasion_id, recipient_id, hiding_place, return_by, order_number, tracking_number, changed_by)
                SELECT g.id, g.household_id, g.occasion_id, g.recipient_id, \(logistics.hidingPlace), \(logistics.returnBy), \(logistics.orderNumber),
                       \(logistics.trackingNumber), viewer()
                FROM gift g WHERE g.household_id = viewer_household() AND g.id = \(gift) AND g.occasion_id = \(occasion)
                ON CONFLICT (gift_id) DO UPDATE SET hiding_place = EXCLUDED.hiding_place, return_by = EXCLUDED.return_by,
                    order_number = EXCLUDED.order_number, tracking_number = EXCLUDED.tracking_number, changed_by = viewer(), changed_at = now(),
                    version = gift_logistics.version + 1
                    WHERE gift_logistics.version = COALESCE(\(version), gift_logistics.version)
                RETURNING gift_id
                """)
            if written.isEmpty { throw StoreError.stale }
            return try await transaction.logistics(of: gift)
        }
    }
}

extension MemberTransaction {
    /// Throws `notFound` where the caller may not know of the gift, and says so where they know of it but do not give it.
    fileprivate func requireGiver(of gift: Gift.ID, on occasion: Occasion.ID) async throws {
        let rows = try await query("""
            SELECT viewer_gives(g.id) AS gives FROM gift g
            WHERE g.household_id = viewer_household() AND g.id = \(gift) AND g.occasion_id = \(occasion) AND g.deleted_at IS NULL
            """)
        guard let row = rows.first else { throw StoreError.notFound }
        guard try row["gives"] else {
            throw StoreError.forbidden(reason: "Only those who planned it, bought it or chip in see where a gift is and how it comes.")
        }
    }

    fileprivate func logistics(of gift: Gift.ID) async throws -> (logistics: GiftLogistics, version: Int) {
        let rows = try await query("""
            SELECT hiding_place, return_by, order_number, tracking_number, version FROM gift_logistics
            WHERE household_id = viewer_household() AND gift_id = \(gift)
            """)
        return (try rows.first.map(GiftLogistics.init) ?? GiftLogistics(), try rows.first?["version"] ?? 0)
    }
}

extension GiftLogistics {
    init(_ row: Row) throws {
        self.init(
            hidingPlace: try row["hiding_place"], returnBy: try row["return_by"], orderNumber: try row["order_number"],
            trackingNumber: try row["tracking_number"])
    }
}
