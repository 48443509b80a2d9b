public import Foundation

/// The time of day in which nobody wants mail, by the clock on their wall; over midnight where it ends before it
/// begins.
public struct QuietHours: Sendable, Hashable {
    public let from: LocalTime
    public let to: LocalTime

    /// Nil where it would have no length.
    public init?(from: LocalTime, to: LocalTime) {
        guard from != to else { return nil }
        self.from = from
        self.to = to
    }

    /// When the quiet that holds at `moment` ends; nil where none does.
    ///
    /// Both ends are moments of their own day, so that a night of changing clocks is an hour shorter or longer. A
    /// time that the clock skips is taken an hour later; of one that comes twice the first counts.
    public func end(at moment: Date, in zone: Zone) -> Date? {
        let today = zone.day(at: moment)
        for day in [today.adding(days: -1), today] {
            let start = zone.moment(of: LocalDateTime(day: day, time: from))
            let end = zone.moment(of: LocalDateTime(day: from < to ? day : day.adding(days: 1), time: to))
            if start <= moment, moment < end { return end }
        }
        return nil
    }
}
