/// What a calendar and a wall clock show together, without a zone.
public struct LocalDateTime: Hashable, Sendable, Comparable {
    public let day: Day
    public let time: LocalTime

    public init(day: Day, time: LocalTime) {
        self.day = day
        self.time = time
    }

    /// - Parameter minutesSinceMidnight: any number; days are carried.
    public init(day: Day, minutesSinceMidnight: Int) {
        let days = minutesSinceMidnight >= 0 ? minutesSinceMidnight / 1440 : (minutesSinceMidnight - 1439) / 1440
        let minutes = minutesSinceMidnight - days * 1440
        self.day = day.adding(days: days)
        time = LocalTime(minutesSinceMidnight: minutes)
    }

    public func adding(minutes: Int) -> LocalDateTime {
        LocalDateTime(day: day, minutesSinceMidnight: time.minutesSinceMidnight + minutes)
    }

    public func minutes(until other: LocalDateTime) -> Int {
        day.days(until: other.day) * 1440 + other.time.minutesSinceMidnight - time.minutesSinceMidnight
    }

    public static func < (a: LocalDateTime, b: LocalDateTime) -> Bool { (a.day, a.time) < (b.day, b.time) }
}

extension LocalTime {
    /// - Parameter minutes: 0 to 1439; more is taken modulo a day.
    init(minutesSinceMidnight minutes: Int) {
        hour = minutes / 60 % 24
        minute = minutes % 60
    }
}

extension LocalDateTime: CustomStringConvertible, LosslessStringConvertible {
    /// "2026-12-12T14:00".
    public var description: String { "\(day)T\(time)" }

    /// "YYYY-MM-DDTHH:MM" with optional ":SS", which is dropped; nil for anything else.
    public init?(_ description: String) {
        let parts = description.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = Day(String(parts[0])), let time = LocalTime(String(parts[1])) else { return nil }
        self.init(day: day, time: time)
    }
}
