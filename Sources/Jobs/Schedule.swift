public import Foundation

/// Work that comes round: one job each time, however many processes keep the timetable.
///
/// Catch-up rule: after a pause the latest time is made up for, those before it are not.
public struct Schedule: Sendable {
    /// Part of what makes a time happen once: never changed, never reused.
    public let name: String
    let cadence: Cadence

    enum Cadence: Sendable {
        case interval(Duration, job: @Sendable (_ tick: Date) -> any Job)
        /// `weekday` 1 is Monday; nil is every day.
        case wall(hour: Int, minute: Int, weekday: Int?, job: @Sendable (_ household: UUID, _ day: String) -> (any Job)?)
    }

    /// A job for the whole server at whole multiples of `interval` since 2000-01-01 00:00 UTC, so that they are
    /// the same for every process. A new schedule begins with the tick that is current.
    public static func every(_ name: String, _ interval: Duration, job: @escaping @Sendable (_ tick: Date) -> any Job) -> Schedule {
        Schedule(name: name, cadence: .interval(interval, job: job))
    }

    /// A job for each household, once each civil date of its zone, when the clock on its wall has passed the
    /// time. Where the hour does not exist that night, at the next one that does; where it comes twice, the
    /// first. A household's first time is the first one after it was founded.
    ///
    /// - Parameter job: `day` is the civil date, as `2026-12-24`. Nil: not yet, ask again at the next look.
    public static func daily(
        _ name: String, at hour: Int, _ minute: Int = 0, job: @escaping @Sendable (_ household: UUID, _ day: String) -> (any Job)?
    ) -> Schedule {
        Schedule(name: name, cadence: .wall(hour: hour, minute: minute, weekday: nil, job: job))
    }

    /// Like `daily`, on one day of the week: 1 is Monday, 7 is Sunday (ISO 8601).
    public static func weekly(
        _ name: String, on weekday: Int, at hour: Int, _ minute: Int = 0,
        job: @escaping @Sendable (_ household: UUID, _ day: String) -> (any Job)?
    ) -> Schedule {
        Schedule(name: name, cadence: .wall(hour: hour, minute: minute, weekday: weekday, job: job))
    }
}
