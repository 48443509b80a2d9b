import CICal
import Foundation
import Household
import Testing

/// What libical, which stands behind Evolution, KDE and Cyrus, reads in our files.
@Suite(.serialized) struct CalendarInterchangeTests {
    private func event(_ start: EventTime, end: EventTime? = nil, title: String = "Nativity play", rule: String? = nil) throws -> Event {
        Event(
            id: .init(UUID()), title: title, start: start, end: end, location: "Hall; main, \\left", description: "Bring:\n- a coat\n- \\n is not a line end",
            recurrence: try rule.map { try RecurrenceRule($0) }, alarms: [60, 1440], attendees: ["Anna, \"Nan\" <anna@example.org>"],
            created: Date(timeIntervalSince1970: 1_780_000_000), changed: Date(timeIntervalSince1970: 1_780_000_000))
    }

    private func local(_ text: String, _ zone: String) throws -> EventTime {
        .moment(try #require(LocalDateTime(text)), try #require(Zone(zone)))
    }

    /// Parses `text`, hands over the calendar and frees it.
    private func read<Result>(_ text: String, _ body: (OpaquePointer) throws -> Result) throws -> Result {
        let calendar = try #require(icalparser_parse_string(text))
        defer { icalcomponent_free(calendar) }
        return try body(calendar)
    }

    /// Counts X-LIC-ERROR and restriction errors as well as syntax.
    private func errors(in calendar: OpaquePointer) -> Int32 {
        icalrestriction_check(calendar)
        return icalcomponent_count_errors(calendar)
    }

    @Test func `libical reads the texts, alarms and guests that were written`() throws {
        let start = try local("2026-12-12T14:00", "Europe/Dublin")
        let event = try event(start, end: try local("2026-12-12T16:00", "Europe/Dublin"))
        let text = CalendarWriter(method: .request, organiser: Mailbox(name: "Nan", address: "nan@example.org")).text(of: event)
        try read(text) { calendar in
            #expect(errors(in: calendar) == 0)
            let found = try #require(icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT))
            #expect(String(cString: icalcomponent_get_summary(found)) == event.title)
            #expect(String(cString: icalcomponent_get_location(found)) == event.location)
            #expect(String(cString: icalcomponent_get_description(found)) == event.description)
            #expect(String(cString: icalcomponent_get_uid(found)) == "\(event.id)@mantel")
            #expect(icalcomponent_count_components(found, ICAL_VALARM_COMPONENT) == 2)
            #expect(icalcomponent_count_properties(found, ICAL_ATTENDEE_PROPERTY) == 1)
            #expect(icalcomponent_count_components(calendar, ICAL_VEVENT_COMPONENT) == 1)
            #expect(icalcomponent_count_components(calendar, ICAL_VTIMEZONE_COMPONENT) == 1)
        }
    }

    @Test func `libical reads days with an exclusive end`() throws {
        let first = try #require(Day("2026-11-01"))
        try read(CalendarWriter().text(of: try event(.day(first), end: .day(first.adding(days: 3))))) { calendar in
            #expect(errors(in: calendar) == 0)
            let found = try #require(icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT))
            let start = icalcomponent_get_dtstart(found), end = icalcomponent_get_dtend(found)
            #expect(start.is_date == 1 && (start.year, start.month, start.day) == (2026, 11, 1))
            #expect(end.is_date == 1 && (end.year, end.month, end.day) == (2026, 11, 5))
        }
    }

    @Test(arguments: [
        "Europe/Dublin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Asia/Jerusalem", "Africa/Casablanca", "Asia/Kathmandu",
        "America/Nuuk", "Africa/Cairo", "Asia/Tokyo",
    ])
    func `libical finds the same moments by the zone in the file`(name: String) throws {
        let zone = try #require(Zone(name))
        let first = try #require(Day("2019-01-06"))
        let series = try event(try local("2019-01-06T12:00", name), rule: "FREQ=WEEKLY")
        try read(CalendarWriter().text(of: series)) { calendar in
            #expect(errors(in: calendar) == 0)
            let theirs = try #require(icalcomponent_get_timezone(calendar, name))
            // libical expands a zone no further than 2037.
            for week in 0..<900 {
                let day = first.adding(days: week * 7)
                var time = icaltime_from_string("\(day.description.filter { $0 != "-" })T120000")
                time.zone = theirs
                let moment = zone.moment(of: LocalDateTime(day: day, minutesSinceMidnight: 720))
                #expect(icaltime_as_timet_with_zone(time, theirs) == Int(moment.timeIntervalSince1970), "\(name) \(day)")
            }
        }
    }

    @Test func `many events in one file share one zone`() throws {
        let events = try (0..<50).map { _ in try event(try local("2026-12-12T14:00", "Europe/Dublin"), rule: "FREQ=WEEKLY;COUNT=5") }
        try read(CalendarWriter(name: "Murphys", refreshHours: 1).text(of: events)) { calendar in
            #expect(errors(in: calendar) == 0)
            #expect(icalcomponent_count_components(calendar, ICAL_VEVENT_COMPONENT) == 50)
            #expect(icalcomponent_count_components(calendar, ICAL_VTIMEZONE_COMPONENT) == 1)
        }
    }

    @Test func `libical reads back every mix of marks and long texts`() throws {
        let marks = ["\\", ";", ",", ":", "\"", "\n", "n", "N", "é", "👩‍👩‍👧‍👦", " ", "END:VEVENT", "\\n"]
        let start = try local("2026-12-12T14:00", "Europe/Dublin")
        for round in 0..<300 {
            // Each round takes its own steps through the marks.
            let title = "T" + (0...round % 120).map { marks[($0 * (round + 1) + $0 * $0 * 7 + round / 3) % marks.count] }.joined() + "."
            try read(CalendarWriter().text(of: try event(start, title: title))) { calendar in
                #expect(errors(in: calendar) == 0)
                let found = try #require(icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT))
                #expect(String(cString: icalcomponent_get_summary(found)) == title)
            }
        }
    }
}
