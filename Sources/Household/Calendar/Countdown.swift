public import Foundation

/// How many calendar days there are to an occasion, counted on the household's own calendar: at 23:59 the
/// day before it is still "tomorrow".
public struct Countdown: Hashable, Sendable {
    /// Negative once the day is over.
    public let days: Int

    public init(to day: Day, today: Day) { days = today.days(until: day) }

    public init(to day: Day, at moment: Date, in zone: Zone) {
        self.init(to: day, today: zone.day(at: moment))
    }

    /// "today", "tomorrow", "in 25 days", "yesterday", "3 days ago".
    public func words(in language: Language = .english) -> String {
        switch (language, days) {
        case (.english, 0): "today"
        case (.english, 1): "tomorrow"
        case (.english, -1): "yesterday"
        case (.english, 2...): "in \(days) days"
        case (.english, _): "\(-days) days ago"
        }
    }
}
