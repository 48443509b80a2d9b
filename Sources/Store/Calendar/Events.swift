public import Household
import PostgreSQL

/// An event with what the household keeps beside it.
public struct EventView: Sendable {
    public var event: Event
    public var version: Int
    /// The scan whose picture it came from.
    public var scan: ScanView.ID?
    public var hasPicture: Bool
}

/// What an event is made or replaced with.
public struct EventDetails: Sendable {
    public var title: String
    public var start: EventTime
    public var end: EventTime?
    public var location: String?
    public var description: String?
    public var url: String?
    public var recurrence: RecurrenceRule?
    public var alarms: [Int]
    public var attendees: [String]

    public init(
        title: String, start: EventTime, end: EventTime?, location: String?, description: String?, url: String?,
        recurrence: RecurrenceRule?, alarms: [Int], attendees: [String]
    ) {
        self.title = title
        self.start = start
        self.end = end
        self.location = location
        self.description = description
        self.url = url
        self.recurrence = recurrence
        self.alarms = alarms
        self.attendees = attendees
    }
}

extension Store {
    /// Events that one answer holds at the most.
    public static let largestEventList = 2000

    /// Adds an event; `scan` links the flyer that it was read from, whose picture stays with it.
    ///
    /// The same draft of the same scan added twice is one event.
    public func addEvent(_ id: Event.ID, _ draft: EventDetails, scan: ScanView.ID?, as caller: Caller) async throws -> EventView {
        try await transaction(as: caller) { transaction in
            try transaction.membership.requireMayWriteCalendar()
            if let scan {
                let found = try await transaction.query("""
                    UPDATE scan SET confirmed_at = COALESCE(confirmed_at, now())
                    WHERE household_id = viewer_household() AND id = \(scan) AND deleted_at IS NULL RETURNING id
                    """)
                if found.isEmpty { throw StoreError.invalid(pointer: "/scan", detail: "is no scan of yours") }
            }
            let made = try await transaction.query("""
                INSERT INTO event (id, household_id, title, start_day, start_time, end_day, end_time, zone, location, description, url, recurrence,
                                   alarms, attendees, picture_id, scan_id, created_by)
                SELECT \(id), viewer_household(), \(draft.title), \(draft.start.day), \(draft.start.time), \(draft.lastDay), \(draft.end?.time),
                       \(draft.start.zone), \(draft.location), \(draft.description), \(draft.url), \(draft.recurrence?.description),
                       \(draft.alarms)::int[], \(draft.attendees)::text[],
                       (SELECT picture_id FROM scan WHERE household_id = viewer_household() AND id = \(scan)), \(scan), viewer()
                ON CONFLICT DO NOTHING RETURNING id
                """)
            let existing: Event.ID
            if made.isEmpty {
                let twin = try await transaction.query("""
                    SELECT id FROM event WHERE household_id = viewer_household() AND deleted_at IS NULL
                    AND (id = \(id) OR scan_id = \(scan) AND title = \(draft.title) AND start_day = \(draft.start.day)
                         AND start_time IS NOT DISTINCT FROM \(draft.start.time)::time)
                    """)
                guard let row = twin.first else { throw StoreError.notFound }
                existing = try row["id"]
            } else {
                existing = id
            }
            return try await transaction.event(existing)
        }
    }

    public func event(_ event: Event.ID, as caller: Caller) async throws -> EventView {
        guard let row = try await pipeline(as: caller, "\(EventView.select) AND e.id = \(event)").rows[0].first else { throw StoreError.notFound }
        return try EventView(row)
    }

    /// Events with an occurrence that may touch `from` to `to`, both included, by their first day. A repeated
    /// event is among them once, whatever its occurrences: expanding it is the caller's.
    public func events(from: Day, to: Day, as caller: Caller) async throws -> [EventView] {
        try await pipeline(as: caller, """
            \(EventView.select) AND e.start_day <= \(to)
            AND (e.end_day >= \(from) OR e.recurrence IS NOT NULL)
            ORDER BY e.start_day, e.start_time NULLS FIRST, e.id LIMIT \(Self.largestEventList)::int
            """).rows[0].map(EventView.init)
    }

    public func replaceEvent(_ id: Event.ID, with draft: EventDetails, version: Int?, as caller: Caller) async throws -> EventView {
        try await transaction(as: caller) { transaction in
            try transaction.membership.requireMayWriteCalendar()
            let changed = try await transaction.query("""
                UPDATE event SET title = \(draft.title), start_day = \(draft.start.day), start_time = \(draft.start.time), end_day = \(draft.lastDay),
                    end_time = \(draft.end?.time), zone = \(draft.start.zone), location = \(draft.location), description = \(draft.description),
                    url = \(draft.url), recurrence = \(draft.recurrence?.description), alarms = \(draft.alarms)::int[],
                    attendees = \(draft.attendees)::text[], sequence = sequence + 1, version = version + 1, changed_at = now()
                WHERE household_id = viewer_household() AND id = \(id) AND deleted_at IS NULL AND version = COALESCE(\(version), version)
                RETURNING id
                """)
            let view = try await transaction.event(id)
            if changed.isEmpty { throw StoreError.stale }
            return view
        }
    }

    public func deleteEvent(_ id: Event.ID, version: Int?, as caller: Caller) async throws {
        try await transaction(as: caller) { transaction in
            try transaction.membership.requireMayWriteCalendar()
            let deleted = try await transaction.query("""
                UPDATE event SET deleted_at = now(), version = version + 1
                WHERE household_id = viewer_household() AND id = \(id) AND deleted_at IS NULL AND version = COALESCE(\(version), version) RETURNING id
                """)
            if deleted.isEmpty {
                _ = try await transaction.event(id)
                throw StoreError.stale
            }
        }
    }

    /// The flyer that an event came from.
    public func picture(of event: Event.ID, as caller: Caller) async throws -> StoredPicture {
        let row = try await pipeline(as: caller, """
            SELECT p.media_type, p.width, p.height, p.bytes FROM event e JOIN picture p ON p.household_id = e.household_id AND p.id = e.picture_id
            WHERE e.household_id = viewer_household() AND e.id = \(event) AND e.deleted_at IS NULL
            """).rows[0].first
        guard let row else { throw StoreError.notFound }
        return try StoredPicture(row)
    }
}

extension Membership {
    func requireMayWriteCalendar() throws {
        if role == .guest { throw StoreError.forbidden(reason: "Guests see the calendar; the family writes it.") }
    }
}

extension MemberTransaction {
    func event(_ id: Event.ID) async throws -> EventView {
        guard let row = try await query("\(EventView.select) AND e.id = \(id)").first else { throw StoreError.notFound }
        return try EventView(row)
    }
}

extension EventDetails {
    /// The last day the event is on by its own clock; what has no end ends when it starts.
    var lastDay: Day { max(start.day, end?.day ?? start.day) }
}

extension EventView {
    static let select: SQL = """
        SELECT e.id, e.title, e.start_day, e.start_time, e.end_day, e.end_time, e.zone, e.location, e.description, e.url, e.recurrence,
               e.alarms, e.attendees, e.sequence, e.version, e.scan_id, e.picture_id IS NOT NULL AS has_picture, e.created_at, e.changed_at
        FROM event e WHERE e.household_id = viewer_household() AND e.deleted_at IS NULL
        """

    init(_ row: Row) throws {
        let first: Day = try row["start_day"], last: Day = try row["end_day"]
        let start: EventTime, end: EventTime?
        if let zone: Zone = try row["zone"], let time: LocalTime = try row["start_time"] {
            start = .moment(LocalDateTime(day: first, time: time), zone)
            let endTime: LocalTime? = try row["end_time"]
            end = endTime.map { .moment(LocalDateTime(day: last, time: $0), zone) } ?? (last > first ? .day(last) : nil)
        } else {
            start = .day(first)
            end = last > first ? .day(last) : nil
        }
        let rule: String? = try row["recurrence"]
        event = Event(
            id: try row["id"], title: try row["title"], start: start, end: end, location: try row["location"],
            description: try row["description"], url: try row["url"], recurrence: try rule.map { try RecurrenceRule($0) },
            alarms: try row["alarms"], attendees: try row["attendees"], sequence: try row["sequence"], created: try row["created_at"],
            changed: try row["changed_at"])
        version = try row["version"]
        scan = try row["scan_id"]
        hasPicture = try row["has_picture"]
    }
}
