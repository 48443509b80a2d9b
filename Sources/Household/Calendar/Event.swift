public import Foundation

/// Something in the household's calendar, once or repeated.
public struct Event: Hashable, Sendable {
    public typealias ID = Identifier<Event>

    public var id: ID
    public var title: String
    public var start: EventTime
    /// For days, the last day *included*. For a moment, the end itself; a day there means the end of that
    /// day. Nil, or an end that is not after the start: a whole day for days, a point in time otherwise.
    public var end: EventTime?
    public var location: String?
    public var description: String?
    public var url: String?
    public var recurrence: RecurrenceRule?
    /// Occurrences taken out of the series: a day takes out everything that day, a moment just that one.
    public var exclusions: Set<EventTime>
    /// Minutes before the start; a negative number is after it, such as -540 for 9:00 on a whole day.
    public var alarms: [Int]
    /// Mail addresses, bare or as `Name <address>`.
    public var attendees: [String]
    /// Raised by every change that the invited should hear of (RFC 5545, 3.8.7.4).
    public var sequence: Int
    public var created: Date
    public var changed: Date

    public init(
        id: ID, title: String, start: EventTime, end: EventTime? = nil, location: String? = nil,
        description: String? = nil, url: String? = nil, recurrence: RecurrenceRule? = nil,
        exclusions: Set<EventTime> = [], alarms: [Int] = [], attendees: [String] = [], sequence: Int = 0,
        created: Date, changed: Date
    ) {
        self.id = id
        self.title = title
        self.start = start
        self.end = end
        self.location = location
        self.description = description
        self.url = url
        self.recurrence = recurrence
        self.exclusions = exclusions
        self.alarms = alarms
        self.attendees = attendees
        self.sequence = sequence
        self.created = created
        self.changed = changed
    }
}

extension Event {
    /// How long each occurrence is.
    enum Length {
        /// That many days after the first; 0 for a single day.
        case days(Int)
        /// Exact seconds (RFC 5545, 3.8.5.3), shown on the clock of a zone.
        case seconds(Double, Zone)
        case point
    }

    var length: Length {
        switch (start, end) {
        case (.day(let first), let end):
            return .days(max(0, first.days(until: end?.day ?? first)))
        case (.moment(let from, let zone), let end?):
            let until: EventTime =
                switch end {
                case .moment: end
                case .day(from.day): start
                case .day(let last): .moment(LocalDateTime(day: last.adding(days: 1), minutesSinceMidnight: 0), zone)
                }
            let seconds = until.instant(in: zone).timeIntervalSince(zone.moment(of: from))
            return seconds > 0 ? .seconds(seconds, until.zone ?? zone) : .point
        case (.moment, nil):
            return .point
        }
    }

    /// When an occurrence that starts at `start` ends, in the meaning of `end`.
    func end(from start: EventTime) -> EventTime? {
        switch (length, start) {
        case (.days(let days), _):
            days == 0 && end == nil ? nil : .day(start.day.adding(days: days))
        case (.seconds(let seconds, let shownIn), .moment(let local, let zone)):
            .moment(shownIn.local(at: zone.moment(of: local).addingTimeInterval(seconds)), shownIn)
        case (.seconds, .day), (.point, _):
            nil
        }
    }
}
