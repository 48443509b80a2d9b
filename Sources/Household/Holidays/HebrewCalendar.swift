/// The Hebrew calendar by its arithmetic: the mean new moon of Tishri, then four postponements.
enum HebrewCalendar {
    /// The evenings of a civil year that begin a 25 Kislev: one in this millennium. The calendar drifts by a day in
    /// two centuries, so that later some fall in January.
    static func firstCandles(in year: Int) -> [Day] {
        [year + 3760, year + 3761].map(firstCandle(ofHebrew:)).filter { $0.year == year }
    }

    private static func firstCandle(ofHebrew year: Int) -> Day {
        // Before Kislev only Heshvan varies: it has 30 days in a complete year (355 or 385 days), else 29.
        let tishriAndHeshvan = (newYear(year + 1) - newYear(year)) % 10 == 5 ? 60 : 59
        return Day(daysSince1970: newYear(year) + tishriAndHeshvan + 23)
    }

    /// Days from 1 January 1970 to 1 Tishri of a Hebrew year; negative before.
    private static func newYear(_ year: Int) -> Int {
        let days = elapsedDays(year)
        let (before, after) = (elapsedDays(year - 1), elapsedDays(year + 1))
        // A year of 356 days would be too long, one of 382 too short: the year begins, or the last one ended, later.
        let postponed = after - days == 356 ? 2 : days - before == 382 ? 1 : 0
        return days + postponed - 2_092_590
    }

    /// Days to the mean new moon of Tishri, postponed where it falls late in the day or on a day that is refused.
    private static func elapsedDays(_ year: Int) -> Int {
        let months = (235 * year - 234) / 19
        // A month is 29 days and 13,753 of the 25,920 parts of a day.
        let parts = 12_084 + 13_753 * months
        let day = 29 * months + parts / 25_920
        return 3 * (day + 1) % 7 < 3 ? day + 1 : day
    }
}
