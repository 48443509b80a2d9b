import Foundation
import Household
import Testing

@Suite struct MailTimingTests {
    /// What the wall in Dublin shows when mail of `moment` (UTC) is due; "now" for at once.
    private func due(_ timing: MailTiming, _ moment: String) throws -> String {
        let zone = try #require(Zone("Europe/Dublin"))
        let made = try #require(try? Date(moment, strategy: .iso8601))
        guard let due = timing.due(at: made, in: zone) else { return "now" }
        #expect(due > made)
        return zone.local(at: due).description
    }

    private func time(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }

    private func quiet(_ from: String, _ to: String) throws -> QuietHours { try #require(QuietHours(from: try time(from), to: try time(to))) }

    @Test(arguments: [
        ("2026-12-01T20:59:59Z", "now"), ("2026-12-01T21:00:00Z", "2026-12-02T07:30"), ("2026-12-01T23:59:59Z", "2026-12-02T07:30"),
        ("2026-12-02T00:00:00Z", "2026-12-02T07:30"), ("2026-12-02T07:29:59Z", "2026-12-02T07:30"), ("2026-12-02T07:30:00Z", "now"),
    ])
    func `a mail that falls into the night waits for its end`(moment: String, expected: String) throws {
        #expect(try due(MailTiming(quiet: quiet("21:00", "07:30")), moment) == expected)
    }

    @Test(arguments: [("2026-12-01T11:59:00Z", "now"), ("2026-12-01T12:00:00Z", "2026-12-01T14:00"), ("2026-12-01T14:00:00Z", "now")])
    func `quiet hours may lie within a day`(moment: String, expected: String) throws {
        #expect(try due(MailTiming(quiet: quiet("12:00", "14:00")), moment) == expected)
    }

    /// The clock goes from 01:00 to 02:00 on 29 March 2026, and from 02:00 to 01:00 on 25 October.
    @Test(arguments: [
        ("21:00", "07:30", "2026-03-28T22:00:00Z", 8.5), ("21:00", "07:30", "2026-10-24T21:00:00Z", 10.5), ("21:00", "07:30", "2026-03-29T06:29:00Z", 1.0 / 60),
        ("00:30", "01:30", "2026-03-29T00:30:00Z", 0.5 + 0.5), ("00:30", "01:30", "2026-10-24T23:45:00Z", 0.75),
    ])
    func `a night in which the clock changes is an hour shorter or longer`(from: String, to: String, moment: String, hours: Double) throws {
        let zone = try #require(Zone("Europe/Dublin")), made = try #require(try? Date(moment, strategy: .iso8601))
        #expect(try quiet(from, to).end(at: made, in: zone)?.timeIntervalSince(made) == (hours * 3600).rounded())
    }

    @Test func `of an hour that comes twice the first ends the quiet`() throws {
        let zone = try #require(Zone("Europe/Dublin")), again = try #require(try? Date("2026-10-25T01:15:00Z", strategy: .iso8601))
        #expect(try quiet("23:00", "01:30").end(at: again, in: zone) == nil)
    }

    @Test func `hours without length are no quiet hours`() throws {
        #expect(try QuietHours(from: time("07:00"), to: time("07:00")) == nil)
    }

    @Test(arguments: [
        ("2026-12-01T17:59:59Z", "2026-12-01T18:00"), ("2026-12-01T18:00:00Z", "2026-12-02T18:00"), ("2026-03-28T18:00:00Z", "2026-03-29T18:00"),
    ])
    func `a daily mail comes at its next hour`(moment: String, expected: String) throws {
        #expect(try due(MailTiming(rhythm: .daily(at: time("18:00"))), moment) == expected)
    }

    // 1 December 2026 is a Tuesday.
    @Test(arguments: [
        ("2026-12-01T17:59:00Z", "2026-12-04T18:00"), ("2026-12-04T17:59:00Z", "2026-12-04T18:00"), ("2026-12-04T18:00:00Z", "2026-12-11T18:00"),
    ])
    func `a weekly mail comes on its weekday`(moment: String, expected: String) throws {
        #expect(try due(MailTiming(rhythm: .weekly(on: .friday, at: time("18:00"))), moment) == expected)
    }

    @Test func `a digest whose hour is quiet waits for the end of it`() throws {
        #expect(try due(MailTiming(quiet: quiet("21:00", "07:30"), rhythm: .daily(at: time("06:00"))), "2026-12-01T12:00:00Z") == "2026-12-02T07:30")
    }

    @Test func `mail is never due in quiet hours, whenever it is made`() throws {
        let zone = try #require(Zone("Europe/Dublin")), night = try quiet("20:15", "06:45")
        for rhythm in [MailRhythm.atOnce, .daily(at: try time("01:30")), .weekly(on: .sunday, at: try time("01:30"))] {
            // Every 17 minutes over the two changes of a year.
            for start in ["2026-03-27T00:00:00Z", "2026-10-23T00:00:00Z"] {
                var moment = try #require(try? Date(start, strategy: .iso8601))
                for _ in 0..<400 {
                    let due = MailTiming(quiet: night, rhythm: rhythm).due(at: moment, in: zone)
                    #expect(night.end(at: due ?? moment, in: zone) == nil)
                    #expect(due.map { $0 > moment && $0 < moment + 8.6 * 86_400 } ?? (rhythm == .atOnce))
                    moment += 17 * 60
                }
            }
        }
    }
}
