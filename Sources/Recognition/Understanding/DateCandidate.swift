import Household

/// A day and month as printed, with a year where there is one.
struct PrintedDate: Hashable {
    var day: Int
    var month: Int
    var year: Int?

    /// Whether any year has this day.
    var exists: Bool { Day(year: year ?? 2024, month: month, day: day) != nil }
}

/// A date or range of dates found in a line.
struct DateCandidate {
    var start: PrintedDate
    var end: PrintedDate?
    /// What it would be with day and month exchanged.
    var other: PrintedDate?
    var weekday: Int?
    /// 0 to 1: how much its form alone says that it is a date.
    var strength: Double
    var evidence: Evidence
    var tokens: Range<Int>
    var line: Int
    var isDeadline = false
}
