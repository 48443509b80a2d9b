import Foundation
import Household
import Testing

/// Dates as they were published.
@Suite struct DayRuleTests {
    @Test(arguments: [
        ("easter", "2019-04-21 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2035-03-25 2038-04-25 2046-03-25"),
        ("easter:orthodox", "2021-05-02 2024-05-05 2025-04-20 2026-04-12 2027-05-02 2028-04-16 2030-04-28"),
        ("thanksgiving:US", "2024-11-28 2025-11-27 2026-11-26 2027-11-25 2028-11-23 2029-11-22"),
        ("thanksgiving:CA", "2024-10-14 2025-10-13 2026-10-12 2027-10-11 2028-10-09 2029-10-08"),
        ("hanukkah", "2020-12-10 2021-11-28 2022-12-18 2023-12-07 2024-12-25 2025-12-14 2026-12-04 2027-12-24 2028-12-12 2045-12-03"),
        ("eid-al-fitr", "2023-04-21 2024-04-10 2025-03-30 2026-03-20 2027-03-09 2033-01-03 2033-12-23"),
        ("eid-al-adha", "2022-07-09 2023-06-28 2024-06-16 2025-06-06 2026-05-27 2039-01-05 2039-12-26"),
        ("diwali", "2021-11-04 2022-10-24 2023-11-12 2024-10-31 2025-10-20 2026-11-08 2027-10-29 2028-10-17"),
        ("lunar-new-year", "2021-02-12 2022-02-01 2023-01-22 2024-02-10 2025-01-29 2026-02-17 2027-02-06 2033-01-31"),
        ("mothers-day:GB", "2024-03-10 2025-03-30 2026-03-15 2027-03-07 2028-03-26 2029-03-11"),
        ("mothers-day:IE", "2024-03-10 2025-03-30 2026-03-15 2027-03-07 2028-03-26 2029-03-11"),
        ("mothers-day:US", "2024-05-12 2025-05-11 2026-05-10 2027-05-09 2028-05-14 2029-05-13"),
        ("mothers-day:DE", "2024-05-12 2025-05-11 2026-05-10 2027-05-09 2028-05-14 2029-05-13"),
        // In 2020 and 2023 Pentecost was the last Sunday in May.
        ("mothers-day:FR", "2020-06-07 2021-05-30 2022-05-29 2023-06-04 2024-05-26 2025-05-25 2026-05-31"),
        ("mothers-day:ES", "2024-05-05 2025-05-04 2026-05-03 2027-05-02 2028-05-07 2029-05-06"),
        ("mothers-day:PT", "2024-05-05 2025-05-04 2026-05-03 2027-05-02 2028-05-07 2029-05-06"),
        ("mothers-day:PL", "2024-05-26 2025-05-26 2026-05-26 2027-05-26 2028-05-26 2029-05-26"),
        ("mothers-day:SE", "2024-05-26 2025-05-25 2026-05-31 2027-05-30 2028-05-28 2029-05-27"),
        ("mothers-day:NO", "2024-02-11 2025-02-09 2026-02-08 2027-02-14 2028-02-13 2029-02-11"),
        ("fathers-day:GB", "2024-06-16 2025-06-15 2026-06-21 2027-06-20 2028-06-18 2029-06-17"),
        ("fathers-day:DE", "2024-05-09 2025-05-29 2026-05-14 2027-05-06 2028-05-25 2029-05-10"),
        ("fathers-day:AT", "2024-06-09 2025-06-08 2026-06-14 2027-06-13 2028-06-11 2029-06-10"),
        ("fathers-day:CH", "2024-06-02 2025-06-01 2026-06-07 2027-06-06 2028-06-04 2029-06-03"),
        ("fathers-day:IT", "2024-03-19 2025-03-19 2026-03-19 2027-03-19 2028-03-19 2029-03-19"),
        ("fathers-day:AU", "2024-09-01 2025-09-07 2026-09-06 2027-09-05 2028-09-03 2029-09-02"),
        ("fathers-day:SE", "2024-11-10 2025-11-09 2026-11-08 2027-11-14 2028-11-12 2029-11-11"),
        ("fixed:12-25", "2024-12-25 2025-12-25 2026-12-25 2027-12-25 2028-12-25 2029-12-25"),
        ("birthday:1956-02-29", "2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29 2029-02-28"),
    ])
    func `a rule falls on the days that were published`(code: String, published: String) throws {
        let rule = try #require(DayRule(code))
        let days = try published.split(separator: " ").map { try #require(Day(String($0))) }
        for year in Set(days.map(\.year)) { #expect(rule.dates(in: year) == days.filter { $0.year == year }, "\(code) in \(year)") }
    }

    /// Dates of Foundation's calendars, which follow the tables of ICU.
    @Test(arguments: [
        ("eid-al-fitr", Calendar.Identifier.islamicUmmAlQura, 10, 1, 1436...1472), ("eid-al-adha", .islamicUmmAlQura, 12, 10, 1436...1472),
        // Not 5806: ICU begins 5807 a day late, on a Tuesday whose new moon allows Monday 1 October 2046.
        ("hanukkah", .hebrew, 3, 24, 5700...5805), ("hanukkah", .hebrew, 3, 24, 5807...5861),
    ])
    func `a rule agrees with another reckoning of its calendar`(
        code: String, identifier: Calendar.Identifier, month: Int, day: Int, years: ClosedRange<Int>
    ) throws {
        let rule = try #require(DayRule(code))
        let gmt = try #require(TimeZone(identifier: "UTC"))
        var calendar = Calendar(identifier: identifier)
        calendar.timeZone = gmt
        let expected = try years.map { year in
            Zone.utc.day(at: try #require(calendar.date(from: DateComponents(year: year, month: month, day: day))))
        }
        let first = try #require(expected.first), last = try #require(expected.last)
        #expect(rule.dates(in: first.year...last.year).filter { $0 >= first && $0 <= last } == expected)
    }

    @Test func `the lunar new year agrees with another reckoning of its calendar`() throws {
        let beijing = try #require(Zone("Asia/Shanghai"))
        var calendar = Calendar(identifier: .chinese)
        calendar.timeZone = try #require(TimeZone(identifier: beijing.name))
        for year in 2015...DayRule.lastYear {
            let day = try #require(DayRule.lunarNewYear.dates(in: year).first)
            let noon = beijing.moment(of: LocalDateTime(day: day, minutesSinceMidnight: 720))
            let parts = calendar.dateComponents([.month, .day], from: noon)
            #expect(parts.month == 1 && parts.day == 1, "\(day)")
        }
    }

    @Test func `Diwali is in the hours before a new moon of autumn`() {
        for year in 2015...DayRule.lastYear {
            let days = DayRule.diwali.dates(in: year)
            #expect(days.count == 1)
            for day in days {
                // The mean new moon of 6 January 2000, 18:14; the true one is at most 14 hours from it.
                let age = (Double(day.daysSince1970) + 0.5 - 10_962.76).truncatingRemainder(dividingBy: 29.530_588_861)
                let untilNewMoon = 29.530_588_861 - age
                #expect(untilNewMoon < 2.2 || age < 0.8, "\(day)")
                #expect((10...11).contains(day.month))
            }
        }
    }

    private static let everyRule = [
        "easter", "easter:orthodox", "thanksgiving:US", "thanksgiving:CA", "hanukkah", "eid-al-fitr", "eid-al-adha", "diwali", "lunar-new-year",
        "fixed:12-25", "fixed:02-29", "birthday:1956-02-29", "birthday:2001-05-17",
    ] + Country.allCases.flatMap { ["mothers-day:\($0.rawValue)", "fathers-day:\($0.rawValue)"] }

    @Test(arguments: everyRule) func `the next day is strictly later, and going on meets every day of the next 20 years`(code: String) throws {
        let rule = try #require(DayRule(code))
        let start = try #require(Day("2026-01-01"))
        for offset in 0..<800 {
            let day = start.adding(days: offset)
            let next = try #require(rule.next(after: day))
            #expect(next > day)
            #expect(!rule.dates(in: day.year...next.year).contains { $0 > day && $0 < next })
        }
        var found: [Day] = []
        var last = start.adding(days: -1)
        while let next = rule.next(after: last), next.year <= 2046 {
            found.append(next)
            last = next
        }
        #expect(found == rule.dates(in: 2026...2046))
        let mayComeTwice = code.hasPrefix("eid")
        #expect((2026...2046).allSatisfy { year in mayComeTwice || found.count { $0.year == year } == 1 })
        #expect(found.count >= 21)
    }

    @Test(arguments: everyRule) func `a rule is read as it is printed`(code: String) throws {
        let rule = try #require(DayRule(code))
        #expect(rule.description == code)
        #expect(code.utf8.count <= DayRule.longestText)
    }

    @Test(arguments: [
        "", "Easter", "easter:", "easter:western", "easter:eastern", "fixed", "fixed:", "fixed:13-01", "fixed:02-30", "fixed:1-1", "fixed:12-25 ",
        "birthday:1958-02-29", "birthday:12-25", "mothers-day", "mothers-day:gb", "mothers-day:XX", "thanksgiving:GB", "hanukkah:1", "eid",
    ])
    func `a text that is no rule is refused`(code: String) {
        #expect(DayRule(code) == nil)
    }

    @Test func `a birthday begins with the birth`() throws {
        let rule = try #require(DayRule("birthday:2030-03-01"))
        #expect(rule.dates(in: 2029).isEmpty)
        #expect(rule.next(after: try #require(Day("2026-07-01"))) == Day("2030-03-01"))
    }

    @Test func `days that may move are said to, in words`() throws {
        for code in Self.everyRule {
            let rule = try #require(DayRule(code))
            #expect(rule.isApproximate == ["eid-al-fitr", "eid-al-adha", "diwali"].contains(code), "\(code)")
            #expect((rule.caution() == nil) != rule.isApproximate)
        }
    }

    @Test func `after the last year of a table there is no next day, and no made-up one`() throws {
        let end = try #require(Day("2050-12-31"))
        for code in ["eid-al-fitr", "eid-al-adha", "diwali", "lunar-new-year"] { #expect(DayRule(code)?.next(after: end) == nil) }
        #expect(DayRule("easter")?.next(after: end) == Day("2051-04-02"))
        let lastDay = try #require(Day("9999-12-31"))
        #expect(DayRule("fixed:12-25")?.next(after: lastDay) == nil)
    }

    @Test func `every holiday that is offered has a day in each of the next 20 years`() {
        for country in Country.allCases {
            let all = Holiday.all(in: country)
            #expect(all.contains { $0.rule == .mothersDay(country) } && all.contains { $0.rule == .fathersDay(country) })
            for holiday in all { #expect((2026...2046).allSatisfy { !holiday.rule.dates(in: $0).isEmpty }, "\(holiday.name)") }
        }
        #expect(Set(Holiday.all(in: .unitedStates).map(\.name)).contains("Thanksgiving"))
        #expect(Set(Holiday.all(in: nil).map(\.rule)).isDisjoint(with: [.mothersDay(.ireland)]))
    }
}
