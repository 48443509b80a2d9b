import Foundation
import Household
import Testing

@Suite struct DayTests {
    @Test func `every day from 1900 to 2100 goes to a number and back`() throws {
        let first = try #require(Day("1900-01-01")), last = try #require(Day("2100-12-31"))
        var expected = first
        for number in first.daysSince1970...last.daysSince1970 {
            let day = Day(daysSince1970: number)
            #expect(day == expected && day.daysSince1970 == number)
            expected = Day(year: day.year, month: day.month, day: day.day + 1)
                ?? Day(year: day.year, month: day.month + 1, day: 1)
                ?? Day(year: day.year + 1, month: 1, day: 1)
                ?? expected
        }
    }

    @Test func `weekdays are right`() throws {
        #expect(try #require(Day("2026-12-12")).weekday == .saturday)
        #expect(try #require(Day("1969-12-28")).weekday == .sunday)
    }

    @Test(arguments: ["2026-02-29", "2026-13-01", "26-1-1", "2026-1-01", "2026-12-25T00:00", "", "20261225"])
    func `a text that is no date is refused`(text: String) {
        #expect(Day(text) == nil)
    }

    @Test func `a month has its first and last day, and its text`() throws {
        for (text, last) in [("2028-02", "2028-02-29"), ("2026-02", "2026-02-28"), ("2026-12", "2026-12-31"), ("9999-12", "9999-12-31")] {
            let month = try #require(Month(text))
            #expect(month.description == text)
            #expect(month.first.description == "\(text)-01")
            #expect(month.last.description == last)
            #expect(Month(month.last) == month)
        }
        for text in ["2026-13", "2026-1", "2026-12-01", "", "December"] { #expect(Month(text) == nil) }
    }

    @Test func `a wall time in a gap is shifted forward and the first of a repeated hour is meant`() throws {
        let dublin = try #require(Zone("Europe/Dublin"))
        let skipped = dublin.moment(of: try #require(LocalDateTime("2026-03-29T01:30")))
        #expect(skipped == Date(timeIntervalSince1970: 1_774_747_800))
        #expect(dublin.local(at: skipped).description == "2026-03-29T02:30")
        let repeated = dublin.moment(of: try #require(LocalDateTime("2026-10-25T01:30")))
        #expect(repeated == Date(timeIntervalSince1970: 1_792_888_200))
    }

    @Test func `only zones of the IANA list are taken`() {
        #expect(Zone("Europe/Dublin") != nil)
        #expect(Zone("EST") == nil)
        #expect(Zone("Mars/Base") == nil)
    }
}
