import Household

/// Dates and times the way people say them.
extension Day {
    /// "Saturday 12 December 2026": for anything that is to be confirmed.
    var spelledOut: String { "\(weekday.name) \(day) \(monthName) \(year)" }

    /// "Sat 12 Dec".
    var short: String { "\(weekday.name.prefix(3)) \(day) \(monthName.prefix(3))" }

    /// "December 2026".
    var monthAndYear: String { "\(monthName) \(year)" }

    /// "today", "tomorrow", "in 5 days", "3 days ago".
    func relative(to today: Day) -> String {
        switch today.days(until: self) {
        case 0: "today"
        case 1: "tomorrow"
        case -1: "yesterday"
        case let days where days > 0: "in \(days) days"
        case let days: "\(-days) days ago"
        }
    }

    private var monthName: String {
        [
            "January", "February", "March", "April", "May", "June",
            "July", "August", "September", "October", "November", "December",
        ][month - 1]
    }
}

extension Weekday {
    var name: String {
        switch self {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }
}

/// "1 gift", "2 gifts".
func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
