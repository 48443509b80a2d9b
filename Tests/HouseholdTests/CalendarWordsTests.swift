import Foundation
import Household
import Testing

@Suite struct CalendarWordsTests {
    @Test(arguments: [
        ("2026-12-25", "today"), ("2026-12-26", "tomorrow"), ("2027-01-19", "in 25 days"), ("2026-12-24", "yesterday"), ("2026-12-22", "3 days ago"),
        ("2026-12-27", "in 2 days"),
    ])
    func `days to an occasion are said as people say them`(day: String, words: String) throws {
        #expect(Countdown(to: try #require(Day(day)), today: try #require(Day("2026-12-25"))).words() == words)
    }

    @Test func `midnight is the household's, not the server's`() throws {
        let christmas = try #require(Day("2026-12-25"))
        let moment = try #require(ISO8601DateFormatter().date(from: "2026-12-24T10:30:00Z"))
        #expect(Countdown(to: christmas, at: moment, in: try #require(Zone("Pacific/Auckland"))).words() == "tomorrow")
        #expect(Countdown(to: christmas, at: moment, in: try #require(Zone("Pacific/Kiritimati"))).words() == "today")
        #expect(Countdown(to: christmas, at: moment, in: try #require(Zone("America/Los_Angeles"))).words() == "tomorrow")
        #expect(Countdown(to: christmas, at: moment.addingTimeInterval(-8 * 3600), in: try #require(Zone("Pacific/Honolulu"))).words() == "in 2 days")
    }

    @Test func `days and times are spelled out`() throws {
        let dublin = try #require(Zone("Europe/Dublin")), berlin = try #require(Zone("Europe/Berlin"))
        func at(_ text: String, _ zone: Zone) throws -> EventTime { .moment(try #require(LocalDateTime(text)), zone) }
        let text = DayText()
        let day = try #require(Day("2026-12-12"))
        #expect(text.full(day) == "Saturday 12 December 2026")
        #expect(text.short(day) == "Sat 12 Dec")
        let start = try at("2026-12-12T14:00", dublin)
        #expect(text.full(start) == "Saturday 12 December 2026, 14:00")
        #expect(text.full(from: start, to: nil) == "Saturday 12 December 2026, 14:00")
        #expect(text.full(from: start, to: try at("2026-12-12T16:30", dublin)) == "Saturday 12 December 2026, 14:00 – 16:30")
        #expect(text.full(from: start, to: try at("2026-12-12T17:30", berlin)) == "Saturday 12 December 2026, 14:00 – 17:30 (Europe/Berlin)")
        #expect(text.full(from: .day(day), to: .day(day)) == "Saturday 12 December 2026")
        #expect(text.full(from: .day(day), to: .day(day.adding(days: 2))) == "Saturday 12 December 2026 – Monday 14 December 2026")
    }
}
