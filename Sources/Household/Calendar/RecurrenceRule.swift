public import Foundation

/// How a series repeats (RFC 5545, 3.3.10, with the limits of its table kept): whole days; the time of day
/// is the start's.
public struct RecurrenceRule: Hashable, Sendable {
    public enum Frequency: String, Sendable, CaseIterable {
        case daily = "DAILY", weekly = "WEEKLY", monthly = "MONTHLY", yearly = "YEARLY"
    }

    /// The last time that may still be an occurrence.
    public enum Until: Hashable, Sendable {
        /// Includes that whole day, also in a series with times.
        case day(Day)
        /// On the clock of the series.
        case local(LocalDateTime)
        case utc(Date)
    }

    /// "MO", or "-1FR": the last Friday of the month or year.
    public struct ByDay: Hashable, Sendable {
        public let ordinal: Int?
        public let weekday: Weekday
    }

    public internal(set) var frequency: Frequency
    public internal(set) var interval = 1
    public internal(set) var count: Int?
    public internal(set) var until: Until?
    public internal(set) var byDay: [ByDay] = []
    public internal(set) var byMonthDay: [Int] = []
    public internal(set) var byYearDay: [Int] = []
    public internal(set) var byWeekNumber: [Int] = []
    public internal(set) var byMonth: [Int] = []
    public internal(set) var bySetPosition: [Int] = []
    public internal(set) var weekStart = Weekday.monday

    /// A rule that takes everything else from the start: the same weekday, day of the month or date.
    public static func every(_ frequency: Frequency) -> RecurrenceRule { RecurrenceRule(frequency: frequency) }

    init(frequency: Frequency) { self.frequency = frequency }
}

extension RecurrenceRule: CustomStringConvertible {
    /// The value of an RRULE property, "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU". Parsing it gives an equal rule.
    public var description: String {
        var parts = ["FREQ=\(frequency.rawValue)"]
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        if let count { parts.append("COUNT=\(count)") }
        if let until { parts.append("UNTIL=\(until)") }
        func add(_ name: String, _ list: [some CustomStringConvertible]) {
            guard !list.isEmpty else { return }
            parts.append("\(name)=" + list.map(\.description).joined(separator: ","))
        }
        add("BYMONTH", byMonth)
        add("BYWEEKNO", byWeekNumber)
        add("BYYEARDAY", byYearDay)
        add("BYMONTHDAY", byMonthDay)
        add("BYDAY", byDay)
        add("BYSETPOS", bySetPosition)
        if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
        return parts.joined(separator: ";")
    }
}

extension RecurrenceRule.ByDay: CustomStringConvertible {
    public var description: String { (ordinal.map(String.init) ?? "") + weekday.code }
}

extension RecurrenceRule.Until: CustomStringConvertible {
    public var description: String {
        switch self {
        case .day(let day): day.basic
        case .local(let local): local.basic
        case .utc(let moment): moment.basic
        }
    }
}

extension Weekday {
    /// The two letters of RFC 5545.
    var code: String { ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][rawValue - 1] }

    init?(code: some StringProtocol) {
        guard let found = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = found
    }
}

extension RecurrenceRule: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = try RecurrenceRule(try container.decode(String.self))
        } catch let error as Invalid {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
