import Foundation

/// The occurrences of an event in order, made one by one as they are asked for.
///
/// The rule is worked on local fields and the zone is applied to each result, so that a clock change moves
/// nothing but the occurrence it hits. The series ends at its COUNT or UNTIL, at `horizon`, or after
/// `maximumOccurrences`, whichever comes first.
public struct Recurrence: Sequence, IteratorProtocol, Sendable {
    /// No occurrence lies further from the start, in days: 150 years.
    public static let horizon = 54_787
    /// No series gives more occurrences in one pass: a daily one of a century.
    public static let maximumOccurrences = 36_525

    private let event: Event
    private var days: RecurrenceDays?
    private var given = 0

    /// - Parameters:
    ///   - notBefore: occurrences that the rule puts on an earlier day may be left out.
    ///   - notAfter: none that the rule puts on a later day is given or looked for.
    public init(of event: Event, notBefore: Day? = nil, notAfter: Day = .last) {
        self.event = event
        let start = event.start.day
        let horizon = Swift.min(Day(daysSince1970: start.daysSince1970 + Self.horizon), notAfter, Day.last)
        // An event that does not repeat is a series of one.
        var rule = event.recurrence ?? .every(.daily)
        if event.recurrence == nil { rule.count = 1 }
        days = RecurrenceDays(rule, start: start, notBefore: notBefore ?? start, horizon: horizon)
    }

    public mutating func next() -> EventOccurrence? {
        while let day = days?.next(), given < Self.maximumOccurrences {
            let scheduled = time(on: day)
            // The start is an occurrence whatever the rule says.
            guard day == event.start.day || isWithin(event.recurrence?.until, scheduled) else { break }
            given += 1
            if !isExcluded(scheduled) { return EventOccurrence(of: event, at: scheduled) }
        }
        days = nil
        return nil
    }

    private func time(on day: Day) -> EventTime {
        switch event.start {
        case .day: .day(day)
        case .moment(let local, let zone): .moment(LocalDateTime(day: day, time: local.time), zone)
        }
    }

    private func isWithin(_ until: RecurrenceRule.Until?, _ time: EventTime) -> Bool {
        switch (until, time) {
        case (nil, _): true
        case (.day(let last), _): time.day <= last
        case (.local(let last), .moment(let local, _)): local <= last
        case (.utc(let last), .moment(let local, let zone)): zone.moment(of: local) <= last
        case (.local(let last), .day(let day)): day <= last.day
        case (.utc(let last), .day(let day)): day <= Zone.utc.day(at: last)
        }
    }

    private func isExcluded(_ time: EventTime) -> Bool {
        guard !event.exclusions.isEmpty else { return false }
        return event.exclusions.contains(time) || event.exclusions.contains(.day(time.day))
            || event.exclusions.contains { $0.instant != nil && $0.instant == time.instant }
    }
}

extension Recurrence {
    /// The occurrences of `event` that touch a day from `from` to `to`, both included, in order.
    ///
    /// Days are those of the event's own zone: who shows another zone asks for a day more on either side
    /// and compares moments.
    public static func occurrences(of event: Event, from: Day, to: Day) -> [EventOccurrence] {
        guard from <= to else { return [] }
        let reach = EventOccurrence(of: event, at: event.start)
        // One day more: a clock change can carry an end over midnight.
        let first = from.adding(days: -reach.start.day.days(until: reach.lastDay) - 1)
        return Recurrence(of: event, notBefore: first, notAfter: to)
            .filter { $0.start.day <= to && $0.lastDay >= from }
    }
}

extension Day {
    /// 31 December 9999.
    public static let last = Day(daysSince1970: 2_932_896)
}
