/// One time an event takes place.
public struct EventOccurrence: Hashable, Sendable {
    public let event: Event.ID

    /// When the rule says, which names the occurrence within its series (RECURRENCE-ID).
    public let scheduled: EventTime

    /// When it really starts: `scheduled`, but out of an hour that the clock skips that day.
    public let start: EventTime

    /// As `Event.end`: for days the last one included.
    public let end: EventTime?

    init(of event: Event, at scheduled: EventTime) {
        self.event = event.id
        self.scheduled = scheduled
        start = scheduled.shown
        end = event.end(from: scheduled)
    }

    /// The last day that it touches. What ends at midnight does not touch the day that begins then.
    public var lastDay: Day {
        switch end {
        case nil: start.day
        case .day(let day): day
        case .moment(let local, _):
            max(start.day, local.time.minutesSinceMidnight == 0 ? local.day.adding(days: -1) : local.day)
        }
    }
}
