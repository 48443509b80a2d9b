/// The rule by which a clock changes each year: "the last Sunday of March", "the Friday from 23 to 29 March".
struct YearlyOnset: Equatable {
    private let month: Int
    private let choice: Choice

    private enum Choice: Equatable {
        case nth(Int, Weekday)
        case weekday(Weekday, first: Int)
        case day(Int)
    }

    /// The rule that the last changes of `transitions` follow year after year, and how many they are; nil
    /// unless they are at least three, which is when a pattern is more than a coincidence.
    static func longestTail(of transitions: [ZoneTransition]) -> (rule: YearlyOnset, count: Int)? {
        let onsets = Array(transitions.map(\.onset).reversed())
        guard let last = onsets.first else { return nil }
        let best = candidates(for: last.day).map { rule in
            (rule: rule, count: zip(onsets, 0...).prefix { onset, back in
                onset.time == last.time && onset.day.year == last.day.year - back && rule.includes(onset.day)
            }.count)
        }.max { $0.count < $1.count }
        return best.flatMap { $0.count >= 3 ? $0 : nil }
    }

    /// The likeliest first, since of equal counts the first wins.
    private static func candidates(for day: Day) -> [YearlyOnset] {
        let length = Day.days(inMonth: day.month, of: day.year)
        var choices: [Choice] = [.nth(-1, day.weekday), .nth((day.day - 1) / 7 + 1, day.weekday)]
        choices += (max(1, day.day - 6)...min(day.day, length - 6)).map { .weekday(day.weekday, first: $0) }
        choices.append(.day(day.day))
        return choices.map { YearlyOnset(month: day.month, choice: $0) }
    }

    private func includes(_ day: Day) -> Bool {
        guard day.month == month else { return false }
        return switch choice {
        case .nth(-1, let weekday): day.weekday == weekday && day.day > Day.days(inMonth: month, of: day.year) - 7
        case .nth(let ordinal, let weekday): day.weekday == weekday && (day.day - 1) / 7 + 1 == ordinal
        case .weekday(let weekday, let first): day.weekday == weekday && (first..<first + 7).contains(day.day)
        case .day(let number): day.day == number
        }
    }
}

extension YearlyOnset: CustomStringConvertible {
    /// As the value of an RRULE.
    var description: String {
        let start = "FREQ=YEARLY;BYMONTH=\(month)"
        return switch choice {
        case .nth(let ordinal, let weekday): "\(start);BYDAY=\(ordinal)\(weekday.code)"
        case .weekday(let weekday, let first):
            "\(start);BYMONTHDAY=" + (first..<first + 7).map(String.init).joined(separator: ",") + ";BYDAY=\(weekday.code)"
        case .day(let number): "\(start);BYMONTHDAY=\(number)"
        }
    }
}
