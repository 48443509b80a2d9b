/// The days on which a rule falls, in order, beginning with the start's.
///
/// Works on civil days alone. Each period of the frequency (a day, week, month or year) is a set of days
/// from which the parts of the rule choose; INTERVAL steps over periods, BYSETPOS picks from each set.
struct RecurrenceDays: Sequence, IteratorProtocol {
    private let rule: RecurrenceRule
    private let start: Day
    private let horizon: Day

    /// The number of the next period to look at, in `RecurrencePeriod`s since an epoch.
    private var period: Int
    private var found: ArraySlice<Day> = []
    private var given = 0

    /// - Parameters:
    ///   - notBefore: earlier days may be left out; a series without COUNT then needs no work for them.
    ///   - horizon: the last day that is looked at, so that a rule that never falls ends too.
    init(_ rule: RecurrenceRule, start: Day, notBefore: Day, horizon: Day) {
        self.rule = rule.completed(from: start)
        self.start = start
        self.horizon = horizon
        period = rule.period(of: start)
        if rule.count == nil, notBefore > start {
            period += (rule.period(of: notBefore) - period) / rule.interval * rule.interval
        }
    }

    mutating func next() -> Day? {
        if let count = rule.count, given >= count { return nil }
        given += 1
        // RFC 5545, 3.8.5.3: the start counts as the first occurrence, also where the rule does not fall on it.
        if given == 1 { return start <= horizon ? start : nil }
        while found.isEmpty {
            let days = rule.days(ofPeriod: period)
            guard days.lowerBound <= horizon.daysSince1970 else { return nil }
            found = rule.choose(from: days).filter { $0 > start }[...]
            period += rule.interval
        }
        return found.first.flatMap { $0 <= horizon ? found.removeFirst() : nil }
    }
}

extension RecurrenceRule {
    /// The rule with what it leaves open taken from the start.
    fileprivate func completed(from start: Day) -> RecurrenceRule {
        var rule = self
        guard byDay.isEmpty, byMonthDay.isEmpty, byYearDay.isEmpty else { return rule }
        switch frequency {
        case .daily: break
        case .weekly: rule.byDay = [ByDay(ordinal: nil, weekday: start.weekday)]
        case .monthly: rule.byMonthDay = [start.day]
        case .yearly where !byWeekNumber.isEmpty: rule.byDay = [ByDay(ordinal: nil, weekday: start.weekday)]
        case .yearly:
            rule.byMonthDay = [start.day]
            if byMonth.isEmpty { rule.byMonth = [start.month] }
        }
        return rule
    }

    fileprivate func period(of day: Day) -> Int {
        switch frequency {
        case .daily: day.daysSince1970
        // The first day of each week lies in exactly one block of seven days since 1970.
        case .weekly: Int((Double(day.startOfWeek(from: weekStart).daysSince1970) / 7).rounded(.down))
        case .monthly: day.year * 12 + day.month - 1
        case .yearly: day.year
        }
    }

    /// The days of a period, as days since 1970.
    fileprivate func days(ofPeriod period: Int) -> Range<Int> {
        switch frequency {
        case .daily:
            return period..<period + 1
        case .weekly:
            let first = Day(daysSince1970: period * 7 + 6).startOfWeek(from: weekStart).daysSince1970
            return first..<first + 7
        case .monthly:
            let first = Day.first(ofMonth: period % 12 + 1, of: period / 12)
            return first..<first + Day.days(inMonth: period % 12 + 1, of: period / 12)
        case .yearly:
            return Day.first(ofMonth: 1, of: period)..<Day.first(ofMonth: 1, of: period + 1)
        }
    }

    fileprivate func choose(from days: Range<Int>) -> [Day] {
        var chosen: [Day] = []
        var number = days.lowerBound
        while number < days.upperBound {
            let day = Day(daysSince1970: number)
            if !byMonth.isEmpty, !byMonth.contains(day.month) {
                // No day of this month can be chosen.
                number += Day.days(inMonth: day.month, of: day.year) - day.day + 1
                continue
            }
            if matches(day) { chosen.append(day) }
            number += 1
        }
        guard !bySetPosition.isEmpty else { return chosen }
        let positions = Set(bySetPosition.map { $0 > 0 ? $0 - 1 : chosen.count + $0 })
        return chosen.indices.filter(positions.contains).map { chosen[$0] }
    }

    private func matches(_ day: Day) -> Bool {
        let monthLength = Day.days(inMonth: day.month, of: day.year)
        func has(_ list: [Int], _ position: Int, of length: Int) -> Bool {
            list.isEmpty || list.contains(position) || list.contains(position - length - 1)
        }
        guard has(byMonthDay, day.day, of: monthLength) else { return false }
        guard byDay.isEmpty || byDay.contains(where: { falls($0, on: day) }) else { return false }
        guard has(byYearDay, day.dayOfYear, of: Day.days(inYear: day.year)) else { return false }
        guard !byWeekNumber.isEmpty else { return true }
        let week = day.week(from: weekStart)
        return has(byWeekNumber, week.number, of: week.weeksInYear)
    }

    private func falls(_ part: ByDay, on day: Day) -> Bool {
        guard part.weekday == day.weekday else { return false }
        guard let ordinal = part.ordinal else { return true }
        let inMonth = frequency == .monthly || !byMonth.isEmpty
        let position = inMonth ? day.day : day.dayOfYear
        let length = inMonth ? Day.days(inMonth: day.month, of: day.year) : Day.days(inYear: day.year)
        return ordinal > 0 ? (position - 1) / 7 + 1 == ordinal : (length - position) / 7 + 1 == -ordinal
    }
}
