import Foundation
import Household

/// Dates and times the way people say them.
extension Day {
    /// "Saturday 12 December 2026": for anything that is to be confirmed.
    var spelledOut: String { DayText().full(self) }

    /// "Sat 12 Dec".
    var short: String { DayText().short(self) }

    /// "December 2026".
    var monthAndYear: String { spelledOut.split(separator: " ").suffix(2).joined(separator: " ") }

    /// "today", "tomorrow", "in 5 days", "3 days ago".
    func relative(to today: Day) -> String { Countdown(to: self, today: today).words() }
}

extension Zone {
    /// "today, 14:05", "Sat 28 Nov, 10:12"
    func when(_ moment: Date, now: Date) -> String {
        let local = local(at: moment)
        let day = switch local.day.days(until: day(at: now)) {
        case 0: "today"
        case 1: "yesterday"
        case -1: "tomorrow"
        default: local.day.short
        }
        return "\(day), \(local.time)"
    }
}

/// "1 gift", "2 gifts".
func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
