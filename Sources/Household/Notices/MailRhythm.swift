public import Foundation

/// How often somebody wants mail of what is new.
public enum MailRhythm: Sendable, Hashable {
    /// Each notice in a mail of its own.
    case atOnce
    /// All of a day in one mail.
    case daily(at: LocalTime)
    /// All of a week in one mail.
    case weekly(on: Weekday, at: LocalTime)

    /// The first time of the rhythm after `moment`; nil for at once. A time that the clock skips is taken an hour
    /// later; of one that comes twice the first counts.
    public func next(after moment: Date, in zone: Zone) -> Date? {
        let today = zone.day(at: moment)
        switch self {
        case .atOnce: return nil
        case .daily(let time): return Self.first(after: moment, at: time, on: (0...1).map { today.adding(days: $0) }, in: zone)
        case .weekly(let weekday, let time):
            return Self.first(after: moment, at: time, on: (0...7).map { today.adding(days: $0) }.filter { $0.weekday == weekday }, in: zone)
        }
    }

    private static func first(after moment: Date, at time: LocalTime, on days: [Day], in zone: Zone) -> Date? {
        days.lazy.map { zone.moment(of: LocalDateTime(day: $0, time: time)) }.first { $0 > moment }
    }
}

/// When the mail of one person may leave.
public struct MailTiming: Sendable, Hashable {
    public var quiet: QuietHours?
    public var rhythm: MailRhythm

    public init(quiet: QuietHours? = nil, rhythm: MailRhythm = .atOnce) {
        self.quiet = quiet
        self.rhythm = rhythm
    }

    /// When mail of a notice made at `moment` is due, which is never in the quiet hours; nil for at once.
    public func due(at moment: Date, in zone: Zone) -> Date? {
        let next = rhythm.next(after: moment, in: zone)
        return quiet?.end(at: next ?? moment, in: zone) ?? next
    }
}
