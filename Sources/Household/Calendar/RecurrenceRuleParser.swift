import Foundation

extension RecurrenceRule {
    /// Why a rule was refused.
    public struct Invalid: Error, Hashable, CustomStringConvertible {
        /// The part, such as "BYDAY", or "RRULE" for the whole.
        public let part: String
        /// Words that go on from the part: "must be between 1 and 12".
        public let reason: String
        public var description: String { "\(part) \(reason)" }
    }

    /// The longest text that is read, in octets.
    public static let maximumLength = 500
    /// The largest COUNT: a daily series of a century.
    public static let maximumCount = 36_525
    /// The largest INTERVAL.
    public static let maximumInterval = 10_000

    /// Reads the value of an RRULE property, without its name.
    ///
    /// Nothing is guessed: an unknown part, a part given twice or one that means nothing with the
    /// frequency is refused. Throws `Invalid`, which names the part.
    public init(_ text: String) throws(Invalid) {
        guard text.utf8.count <= Self.maximumLength else {
            throw Invalid(part: "RRULE", reason: "must not be longer than \(Self.maximumLength) octets")
        }
        var parts: [String: String] = [:]
        var names: [String] = []
        for part in text.uppercased().split(separator: ";", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard pair.count == 2, !pair[0].isEmpty, !pair[1].isEmpty else {
                throw Invalid(part: "RRULE", reason: "must be made of NAME=VALUE parts with a semicolon between them")
            }
            guard parts.updateValue(pair[1], forKey: pair[0]) == nil else {
                throw Invalid(part: pair[0], reason: "is given twice")
            }
            names.append(pair[0])
        }
        guard let frequency = parts["FREQ"] else { throw Invalid(part: "FREQ", reason: "is missing") }
        self.init(frequency: try Self.frequency(frequency))
        for name in names where name != "FREQ" { try set(name, to: parts[name] ?? "") }
        try checkTogether()
    }

    private static func frequency(_ text: String) throws(Invalid) -> Frequency {
        if let frequency = Frequency(rawValue: text) { return frequency }
        if ["SECONDLY", "MINUTELY", "HOURLY"].contains(text) {
            throw Invalid(part: "FREQ", reason: "must not be more often than DAILY")
        }
        throw Invalid(part: "FREQ", reason: "must be DAILY, WEEKLY, MONTHLY or YEARLY")
    }

    private mutating func set(_ name: String, to value: String) throws(Invalid) {
        switch name {
        case "INTERVAL": interval = try Self.number(value, of: name, in: 1...Self.maximumInterval)
        case "COUNT": count = try Self.number(value, of: name, in: 1...Self.maximumCount)
        case "UNTIL": until = try Self.until(value)
        case "BYDAY": byDay = try Self.list(value) { item throws(Invalid) in try Self.byDay(item) }
        case "BYMONTH": byMonth = try Self.list(value) { item throws(Invalid) in try Self.number(item, of: name, in: 1...12) }
        case "BYMONTHDAY": byMonthDay = try Self.signed(value, of: name, upTo: 31)
        case "BYYEARDAY": byYearDay = try Self.signed(value, of: name, upTo: 366)
        case "BYWEEKNO": byWeekNumber = try Self.signed(value, of: name, upTo: 53)
        case "BYSETPOS": bySetPosition = try Self.signed(value, of: name, upTo: 366)
        case "WKST":
            guard let day = Weekday(code: value) else { throw Invalid(part: name, reason: "must be one of MO TU WE TH FR SA SU") }
            weekStart = day
        case "BYHOUR", "BYMINUTE", "BYSECOND":
            throw Invalid(part: name, reason: "is not taken: the time of day is the start's")
        default:
            throw Invalid(part: String(name.prefix(40)), reason: "is not a part of a recurrence rule")
        }
    }

    /// What RFC 5545 forbids between parts.
    private func checkTogether() throws(Invalid) {
        func refuse(_ part: String, _ reason: String, if wrong: Bool) throws(Invalid) {
            if wrong { throw Invalid(part: part, reason: reason) }
        }
        let ordinals = byDay.compactMap(\.ordinal)
        try refuse("COUNT", "and UNTIL must not be given together", if: count != nil && until != nil)
        try refuse("BYWEEKNO", "needs FREQ=YEARLY", if: !byWeekNumber.isEmpty && frequency != .yearly)
        try refuse("BYYEARDAY", "needs FREQ=YEARLY", if: !byYearDay.isEmpty && frequency != .yearly)
        try refuse("BYMONTHDAY", "means nothing with FREQ=WEEKLY", if: !byMonthDay.isEmpty && frequency == .weekly)
        try refuse("BYDAY", "may carry a number only with FREQ=MONTHLY or YEARLY", if: !ordinals.isEmpty && (frequency == .daily || frequency == .weekly))
        try refuse("BYDAY", "may not carry a number together with BYWEEKNO", if: !ordinals.isEmpty && !byWeekNumber.isEmpty)
        let perMonth = frequency == .monthly || !byMonth.isEmpty
        try refuse("BYDAY", "must not count beyond 5 in a month", if: perMonth && ordinals.contains { abs($0) > 5 })
        let others = byDay.count + byMonth.count + byMonthDay.count + byYearDay.count + byWeekNumber.count
        try refuse("BYSETPOS", "needs another BY part to choose from", if: !bySetPosition.isEmpty && others == 0)
    }

    // MARK: Values

    private static func until(_ text: String) throws(Invalid) -> Until {
        if let day = Day(basic: text) { return .day(day) }
        if let local = LocalDateTime(basic: text) { return .local(local) }
        if let moment = Date(basic: text) { return .utc(moment) }
        throw Invalid(part: "UNTIL", reason: "must be a date such as 20261231 or a time such as 20261231T225900Z")
    }

    private static func byDay(_ text: String) throws(Invalid) -> ByDay {
        guard let weekday = Weekday(code: text.suffix(2)) else {
            throw Invalid(part: "BYDAY", reason: "must name days as MO TU WE TH FR SA SU, with a number before or not")
        }
        let number = String(text.dropLast(2))
        return ByDay(ordinal: number.isEmpty ? nil : try signed(number, upTo: 53, of: "BYDAY"), weekday: weekday)
    }

    private static func list<Item: Hashable>(_ text: String, _ read: (String) throws(Invalid) -> Item) throws(Invalid) -> [Item] {
        var items: [Item] = []
        for text in text.split(separator: ",", omittingEmptySubsequences: false) {
            let item = try read(String(text))
            if !items.contains(item) { items.append(item) }
        }
        return items
    }

    private static func signed(_ text: String, of name: String, upTo limit: Int) throws(Invalid) -> [Int] {
        try list(text) { item throws(Invalid) in try signed(item, upTo: limit, of: name) }
    }

    private static func signed(_ text: String, upTo limit: Int, of name: String) throws(Invalid) -> Int {
        guard let number = integer(text), number != 0, abs(number) <= limit else {
            throw Invalid(part: name, reason: "must count from 1 to \(limit), or from -1 to -\(limit) for the end")
        }
        return number
    }

    private static func number(_ text: String, of name: String, in range: ClosedRange<Int>) throws(Invalid) -> Int {
        guard let number = integer(text), range.contains(number) else {
            throw Invalid(part: name, reason: "must be between \(range.lowerBound) and \(range.upperBound)")
        }
        return number
    }

    /// ASCII digits with one sign; `Int` alone would take more than the RFC does.
    private static func integer(_ text: String) -> Int? {
        let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
        guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }
}
