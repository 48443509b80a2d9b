public import Household
import PostgreSQL

extension Store {
    /// The events that were made of one scan's drafts.
    public func events(readFrom scan: ScanView.ID, as caller: Caller) async throws -> [EventView] {
        try await pipeline(as: caller, "\(EventView.select) AND e.scan_id = \(scan) ORDER BY e.start_day, e.id LIMIT 100").rows[0].map(EventView.init)
    }

    /// Width and height in pixels of the flyer that an event came from.
    public func pictureSize(of event: Event.ID, as caller: Caller) async throws -> (width: Int, height: Int)? {
        let row = try await pipeline(as: caller, """
            SELECT p.width, p.height FROM event e JOIN picture p ON p.household_id = e.household_id AND p.id = e.picture_id
            WHERE e.household_id = viewer_household() AND e.id = \(event) AND e.deleted_at IS NULL
            """).rows[0].first
        return try row.map { (try $0["width"], try $0["height"]) }
    }
}
