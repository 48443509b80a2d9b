/// Which day of each year something falls on, for days that presents are given on.
///
/// Its text (`easter`, `mothers-day:GB`, `fixed:12-25`) is stored, and never changes its meaning.
public enum DayRule: Hashable, Sendable {
    /// The same date each year; 29 February is kept on the 28th where there is none.
    case fixed(MonthDay)

    /// Like `fixed`, from the year of birth on.
    case birthday(Day)

    case easter(Church)
    case thanksgiving(Thanksgiving)
    case mothersDay(Country)
    case fathersDay(Country)

    /// The evening of the first candle: the eve of 25 Kislev.
    case hanukkah

    /// 1 Shawwal of the Umm al-Qura calendar.
    case eidAlFitr

    /// 10 Dhu al-Hijjah of the Umm al-Qura calendar.
    case eidAlAdha

    /// The evening of Lakshmi Puja.
    case diwali

    case lunarNewYear

    /// Whose reckoning of Easter.
    public enum Church: String, Sendable, CaseIterable { case western, orthodox }

    /// The countries that keep a Thanksgiving of their own.
    public enum Thanksgiving: String, Sendable, CaseIterable {
        case unitedStates = "US"
        case canada = "CA"
    }

    /// The last year whose days are all known: tables of observed calendars end there.
    public static let lastYear = 2050

    /// The days in one year, in order. Mostly one; of the Islamic feasts, which wander, there are two in some.
    public func dates(in year: Int) -> [Day] {
        switch self {
        case .fixed(let date): [date.day(in: year)].compactMap(\.self)
        case .birthday(let born): year < born.year ? [] : [MonthDay(born).day(in: year)].compactMap(\.self)
        case .easter(.western): [Easter.western(in: year)].compactMap(\.self)
        case .easter(.orthodox): [Easter.orthodox(in: year)].compactMap(\.self)
        case .thanksgiving(.unitedStates): [.nth(4, .thursday, month: 11, of: year)].compactMap(\.self)
        case .thanksgiving(.canada): [.nth(2, .monday, month: 10, of: year)].compactMap(\.self)
        case .mothersDay(let country): [country.mothersDay(in: year)].compactMap(\.self)
        case .fathersDay(let country): [country.fathersDay(in: year)].compactMap(\.self)
        case .hanukkah: HebrewCalendar.firstCandles(in: year)
        case .eidAlFitr: UmmAlQura.eidAlFitr.filter { $0.year == year }
        case .eidAlAdha: UmmAlQura.eidAlAdha.filter { $0.year == year }
        case .diwali: ObservedDays.diwali.filter { $0.year == year }
        case .lunarNewYear: ObservedDays.lunarNewYear.filter { $0.year == year }
        }
    }

    public func dates(in years: ClosedRange<Int>) -> [Day] { years.flatMap { dates(in: $0) } }

    public func falls(on day: Day) -> Bool { dates(in: day.year).contains(day) }

    /// The first of its days later than `day`; nil after `lastYear` where the days come from a table.
    public func next(after day: Day) -> Day? {
        let first = if case .birthday(let born) = self { max(day.year, born.year) } else { day.year }
        // No rule leaves out a whole year; where the day of this one is over, the next year's is it.
        for year in first...first + 1 {
            if let found = dates(in: year).first(where: { $0 > day }) { return found }
        }
        return nil
    }

    /// Whether the day is reckoned ahead of what is seen in the sky or kept in a region, and may move by one.
    public var isApproximate: Bool { caution() != nil }

    /// What to tell people of a day that may move; nil where it cannot.
    public func caution(in language: Language = .english) -> String? {
        switch (language, self) {
        case (.english, .eidAlFitr), (.english, .eidAlAdha):
            "Reckoned by the Umm al-Qura calendar. Where the new moon is watched for, it may be a day earlier or later."
        case (.english, .diwali): "The evening of Lakshmi Puja in most of India. Some regions keep it a day earlier or later."
        default: nil
        }
    }
}

extension Day {
    /// The `number`th such weekday of a month: 1 is the first.
    static func nth(_ number: Int, _ weekday: Weekday, month: Int, of year: Int) -> Day? {
        guard let first = Day(year: year, month: month, day: 1) else { return nil }
        return first.adding(days: (weekday.rawValue - first.weekday.rawValue + 7) % 7 + 7 * (number - 1))
    }

    /// The last such weekday of a month.
    static func last(_ weekday: Weekday, month: Int, of year: Int) -> Day? {
        guard let last = Day(year: year, month: month, day: days(inMonth: month, of: year)) else { return nil }
        return last.adding(days: -((last.weekday.rawValue - weekday.rawValue + 7) % 7))
    }
}
