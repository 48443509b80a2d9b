/// The Sunday of Easter.
enum Easter {
    /// Gregorian reckoning: the anonymous algorithm of 1876, valid for every Gregorian year.
    static func western(in year: Int) -> Day? {
        let golden = year % 19
        let (century, ofCentury) = year.quotientAndRemainder(dividingBy: 100)
        let skipped = (century + 8) / 25
        let epact = (19 * golden + century - century / 4 - (century - skipped + 1) / 3 + 15) % 30
        let weekday = (32 + 2 * (century % 4) + 2 * (ofCentury / 4) - epact - ofCentury % 4) % 7
        let correction = (golden + 11 * epact + 22 * weekday) / 451
        let sum = epact + weekday - 7 * correction + 114
        return Day(year: year, month: sum / 31, day: sum % 31 + 1)
    }

    /// Julian reckoning (Meeus), as a date of our calendar.
    static func orthodox(in year: Int) -> Day? {
        let fullMoon = (19 * (year % 19) + 15) % 30
        let weekday = (2 * (year % 4) + 4 * (year % 7) - fullMoon + 34) % 7
        let sum = fullMoon + weekday + 114
        // The Julian calendar lags by a day for each century year that is no leap year in ours.
        return Day(year: year, month: sum / 31, day: sum % 31 + 1)?.adding(days: year / 100 - year / 400 - 2)
    }
}
