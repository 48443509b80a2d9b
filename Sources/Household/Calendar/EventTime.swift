public import Foundation

/// When an event starts or ends: a civil date alone, or a wall clock in a zone.
///
/// A date is never turned into a moment; it means the same square of the calendar everywhere.
public enum EventTime: Hashable, Sendable {
    case day(Day)
    case moment(LocalDateTime, Zone)
}

extension EventTime {
    /// The date, as the event's own calendar shows it.
    public var day: Day {
        switch self {
        case .day(let day): day
        case .moment(let local, _): local.day
        }
    }

    /// Nil for a date alone.
    public var time: LocalTime? { local?.time }

    /// Nil for a date alone.
    public var zone: Zone? {
        switch self {
        case .day: nil
        case .moment(_, let zone): zone
        }
    }

    /// Nil for a date alone.
    public var local: LocalDateTime? {
        switch self {
        case .day: nil
        case .moment(let local, _): local
        }
    }

    /// The moment meant, or nil for a date alone. A time that the clock skips is shifted forward by the
    /// gap; of a repeated hour the first is meant.
    public var instant: Date? {
        switch self {
        case .day: nil
        case .moment(let local, let zone): zone.moment(of: local)
        }
    }

    /// A key to sort by: where a date alone stands at midnight in `zone`, before the moments of that day.
    public func instant(in zone: Zone) -> Date {
        instant ?? zone.moment(of: LocalDateTime(day: day, minutesSinceMidnight: 0))
    }

    /// The same time as a clock can show it: out of a skipped hour, otherwise unchanged.
    var shown: EventTime {
        switch self {
        case .day: self
        case .moment(let local, let zone): .moment(zone.local(at: zone.moment(of: local)), zone)
        }
    }
}
