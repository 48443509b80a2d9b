// Where a day stands in its week and year.

extension Day {
    /// 1 to 366.
    var dayOfYear: Int { daysSince1970 - Day.first(ofMonth: 1, of: year) + 1 }

    static func days(inYear year: Int) -> Int { 337 + days(inMonth: 2, of: year) }

    /// Days from 1970 to the first of a month; for years after the last one, to the end of all days.
    static func first(ofMonth month: Int, of year: Int) -> Int {
        Day(year: year, month: month, day: 1)?.daysSince1970 ?? last.daysSince1970 + 1
    }

    func startOfWeek(from first: Weekday) -> Day {
        adding(days: -((weekday.rawValue - first.rawValue + 7) % 7))
    }

    /// The number of the day's week, where week 1 is the first with four days in the year (ISO 8601, but
    /// for weeks that begin on `first`), and how many that year has.
    func week(from first: Weekday) -> (number: Int, weeksInYear: Int) {
        // The fourth day of a week lies in the year to which the week belongs.
        let middle = startOfWeek(from: first).adding(days: 3)
        let number = (middle.dayOfYear - 1) / 7 + 1
        let left = Day.days(inYear: middle.year) - middle.dayOfYear
        return (number, number + left / 7)
    }
}
