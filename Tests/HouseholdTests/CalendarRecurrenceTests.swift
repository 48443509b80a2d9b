import Foundation
import Testing

@testable import Household

@Suite struct CalendarRecurrenceTests {
    static func event(_ start: String, _ rule: String? = nil, zone: String = "Europe/Dublin", end: String? = nil) throws -> Event {
        func time(_ text: String) throws -> EventTime {
            if let day = Day(text) { return .day(day) }
            return .moment(try #require(LocalDateTime(text)), try #require(Zone(zone)))
        }
        return Event(
            id: .init(UUID()), title: "Choir", start: try time(start), end: try end.map(time),
            recurrence: try rule.map { try RecurrenceRule($0) }, created: .init(timeIntervalSince1970: 0), changed: .init(timeIntervalSince1970: 0))
    }

    static func starts(_ event: Event, _ from: String, _ to: String) throws -> [String] {
        Recurrence.occurrences(of: event, from: try #require(Day(from)), to: try #require(Day(to))).map {
            $0.start.local?.description ?? $0.start.day.description
        }
    }

    @Test func `a skipped hour shifts that day only`() throws {
        let event = try Self.event("2026-03-28T01:30", "FREQ=DAILY;COUNT=3")
        #expect(try Self.starts(event, "2026-03-01", "2026-04-30") == ["2026-03-28T01:30", "2026-03-29T02:30", "2026-03-30T01:30"])
        let scheduled = Recurrence(of: event).map { $0.scheduled.local?.description }
        #expect(scheduled == ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T01:30"])
    }

    @Test func `a series that starts in a skipped hour goes on at its own time`() throws {
        let event = try Self.event("2026-03-29T01:30", "FREQ=WEEKLY;COUNT=2")
        #expect(try Self.starts(event, "2026-03-01", "2026-04-30") == ["2026-03-29T02:30", "2026-04-05T01:30"])
    }

    @Test func `of a repeated hour the first is meant`() throws {
        let event = try Self.event("2026-10-24T01:30", "FREQ=DAILY;COUNT=2")
        let moments = Recurrence(of: event).compactMap(\.start.instant?.timeIntervalSince1970)
        #expect(moments == [1_792_801_800, 1_792_888_200])
    }

    @Test func `a date as UNTIL takes in that whole day`() throws {
        let event = try Self.event("2026-12-01T19:00", "FREQ=DAILY;UNTIL=20261203")
        #expect(try Self.starts(event, "2026-12-01", "2026-12-31") == ["2026-12-01T19:00", "2026-12-02T19:00", "2026-12-03T19:00"])
    }

    @Test func `UNTIL in UTC is compared as a moment`() throws {
        let late = try Self.event("2026-07-01T19:00", "FREQ=DAILY;UNTIL=20260703T180000Z")
        #expect(try Self.starts(late, "2026-07-01", "2026-07-31").count == 3)
        let early = try Self.event("2026-07-01T19:00", "FREQ=DAILY;UNTIL=20260703T175959Z")
        #expect(try Self.starts(early, "2026-07-01", "2026-07-31").count == 2)
    }

    @Test func `the start counts also where the rule does not fall on it`() throws {
        let event = try Self.event("2026-12-01", "FREQ=WEEKLY;BYDAY=SA;COUNT=3")
        #expect(try Self.starts(event, "2026-01-01", "2027-12-31") == ["2026-12-01", "2026-12-05", "2026-12-12"])
    }

    @Test func `a birthday on 29 February comes in leap years`() throws {
        let event = try Self.event("2020-02-29", "FREQ=YEARLY")
        #expect(try Self.starts(event, "2021-01-01", "2032-12-31") == ["2024-02-29", "2028-02-29", "2032-02-29"])
    }

    @Test func `an excluded day takes out a timed occurrence and still counts`() throws {
        var event = try Self.event("2026-12-01T19:00", "FREQ=DAILY;COUNT=4")
        event.exclusions = [.day(try #require(Day("2026-12-02"))), .moment(try #require(LocalDateTime("2026-12-03T19:00")), .utc)]
        #expect(try Self.starts(event, "2026-12-01", "2026-12-31") == ["2026-12-01T19:00", "2026-12-04T19:00"])
    }

    @Test func `a series with everything excluded shows nothing`() throws {
        var event = try Self.event("2026-12-01", "FREQ=DAILY;COUNT=2")
        event.exclusions = [.day(try #require(Day("2026-12-01"))), .day(try #require(Day("2026-12-02")))]
        #expect(try Self.starts(event, "2026-01-01", "2027-12-31").isEmpty)
    }

    @Test func `what began before the window and reaches into it is found`() throws {
        let fair = try Self.event("2026-12-04", "FREQ=WEEKLY", end: "2026-12-06")
        #expect(try Self.starts(fair, "2026-12-13", "2026-12-13") == ["2026-12-11"])
        #expect(try Self.starts(fair, "2026-12-14", "2026-12-17").isEmpty)
        let night = try Self.event("2026-12-04T22:00", "FREQ=DAILY", end: "2026-12-05T01:00")
        #expect(try Self.starts(night, "2027-01-01", "2027-01-01") == ["2026-12-31T22:00", "2027-01-01T22:00"])
        let untilMidnight = try Self.event("2026-12-04T22:00", "FREQ=DAILY", end: "2026-12-05T00:00")
        #expect(try Self.starts(untilMidnight, "2027-01-01", "2027-01-01") == ["2027-01-01T22:00"])
    }

    @Test func `an event keeps its length over a clock change`() throws {
        let watch = try Self.event("2026-03-21T23:00", "FREQ=WEEKLY;COUNT=2", end: "2026-03-22T07:00")
        let ends = Recurrence(of: watch).map { $0.end?.local?.description }
        #expect(ends == ["2026-03-22T07:00", "2026-03-29T08:00"])
    }

    @Test func `an end that is not after the start is no end`() throws {
        let event = try Self.event("2026-12-04T22:00", end: "2026-12-04T21:00")
        #expect(Recurrence(of: event).map(\.end) == [nil])
    }

    @Test func `a rule that never falls ends at the horizon`() throws {
        let event = try Self.event("2026-01-30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")
        #expect(Recurrence(of: event).map(\.start.day.description) == ["2026-01-30"])
    }

    @Test func `a series never goes beyond its horizon or the last year`() throws {
        let daily = try Self.event("2000-01-01", "FREQ=DAILY")
        #expect(Recurrence(of: daily).reduce(0) { count, _ in count + 1 } == Recurrence.maximumOccurrences)
        let yearly = try Self.event("2000-12-25", "FREQ=YEARLY")
        #expect(Recurrence(of: yearly).reduce(0) { count, _ in count + 1 } == 151)
        let last = try Self.event("9998-12-31", "FREQ=MONTHLY")
        #expect(try Self.starts(last, "9998-12-31", "9999-12-31").last == "9999-12-31")
    }

    @Test func `a window far from the start of a daily series costs no walk to it`() throws {
        let event = try Self.event("1950-01-01T08:00", "FREQ=DAILY")
        #expect(try Self.starts(event, "2099-06-01", "2099-06-02") == ["2099-06-01T08:00", "2099-06-02T08:00"])
    }

    @Test func `a window is the same cut from the whole series`() throws {
        var random = CalendarRandomRule(seed: 99)
        for _ in 0..<400 {
            let start = try random.start(), rule = random.rule(from: start)
            let event = Event(id: .init(UUID()), title: "x", start: start, recurrence: try RecurrenceRule(rule), created: .now, changed: .now)
            let from = start.day.adding(days: Int.random(in: -50...3000, using: &random.generator))
            let to = from.adding(days: Int.random(in: 0...400, using: &random.generator))
            let all = Recurrence(of: event).lazy.prefix { $0.scheduled.day <= to }.filter { $0.start.day <= to && $0.lastDay >= from }
            #expect(Recurrence.occurrences(of: event, from: from, to: to) == Array(all), "\(rule) from \(start)")
        }
    }
}
