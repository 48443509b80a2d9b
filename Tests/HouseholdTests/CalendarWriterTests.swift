import Foundation
import Testing

@testable import Household

@Suite struct CalendarWriterTests {
    static func lines(_ text: String) -> [String] {
        text.replacing("\r\n ", with: "").components(separatedBy: "\r\n")
    }

    @Test func `a day event ends on the day after its last`() throws {
        let event = try CalendarRecurrenceTests.event("2026-11-01", end: "2026-11-04")
        let lines = Self.lines(CalendarWriter().text(of: event))
        #expect(lines.contains("DTSTART;VALUE=DATE:20261101"))
        #expect(lines.contains("DTEND;VALUE=DATE:20261105"))
        #expect(!lines.contains("BEGIN:VTIMEZONE"))
        #expect(!lines.contains { $0.hasPrefix("METHOD") })
        #expect(lines.contains("UID:\(event.id)@mantel"))
    }

    @Test func `a timed event carries its zone, cut to its range`() throws {
        let lines = Self.lines(CalendarWriter(method: .request).text(of: try CalendarRecurrenceTests.event("2026-12-12T14:00", end: "2026-12-12T16:00")))
        #expect(lines.contains("METHOD:REQUEST"))
        #expect(lines.contains("DTSTART;TZID=Europe/Dublin:20261212T140000"))
        #expect(lines.contains("DTEND;TZID=Europe/Dublin:20261212T160000"))
        let zone = lines.drop { $0 != "BEGIN:VTIMEZONE" }.prefix { $0 != "END:VTIMEZONE" }
        #expect(zone.filter { $0.hasPrefix("BEGIN:") } == ["BEGIN:VTIMEZONE", "BEGIN:STANDARD"])
        #expect(zone.contains("DTSTART:20261025T020000") && zone.contains("TZOFFSETFROM:+0100") && zone.contains("TZOFFSETTO:+0000"))
    }

    @Test func `an endless series carries yearly rules of its zone`() throws {
        let dublin = Self.lines(CalendarWriter().text(of: try CalendarRecurrenceTests.event("2026-12-12T14:00", "FREQ=WEEKLY")))
        #expect(dublin.contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"))
        #expect(dublin.contains("RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"))
        #expect(!dublin.contains { $0.hasPrefix("RDATE") })
        let newYork = Self.lines(CalendarWriter().text(of: try CalendarRecurrenceTests.event("2026-12-12T14:00", "FREQ=WEEKLY", zone: "America/New_York")))
        #expect(newYork.contains("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"))
        #expect(newYork.contains("RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"))
    }

    @Test func `UNTIL has the form that the start asks for`() throws {
        let timed = try CalendarRecurrenceTests.event("2026-12-12T14:00", "FREQ=DAILY;UNTIL=20270701")
        #expect(Self.lines(CalendarWriter().text(of: timed)).contains("RRULE:FREQ=DAILY;UNTIL=20270701T225959Z"))
        let day = try CalendarRecurrenceTests.event("2026-12-12", "FREQ=DAILY;UNTIL=20270701T225959Z")
        #expect(Self.lines(CalendarWriter().text(of: day)).contains("RRULE:FREQ=DAILY;UNTIL=20270701"))
    }

    @Test func `an exclusion has the form of the start`() throws {
        var event = try CalendarRecurrenceTests.event("2026-12-12T14:00", "FREQ=DAILY")
        event.exclusions = [.day(try #require(Day("2026-12-14"))), .moment(try #require(LocalDateTime("2026-12-13T14:00")), .utc)]
        let lines = Self.lines(CalendarWriter().text(of: event)).filter { $0.hasPrefix("EXDATE") }
        #expect(lines == ["EXDATE;TZID=Europe/Dublin:20261213T140000", "EXDATE;TZID=Europe/Dublin:20261214T140000"])
    }

    @Test func `the invited are written with the one who invites, names quoted`() throws {
        var event = try CalendarRecurrenceTests.event("2026-12-12T14:00")
        event.attendees = ["Murphy, \"Nan\" Anna <anna@example.org>", "odd\r\nX-EVIL:1 @example.org"]
        #expect(!CalendarWriter().text(of: event).contains("ATTENDEE"))
        let writer = CalendarWriter(method: .request, organiser: Mailbox(name: "Róisín", address: "r@example.org"))
        let lines = Self.lines(writer.text(of: event))
        #expect(lines.contains("ORGANIZER;CN=\"Róisín\":mailto:r@example.org"))
        #expect(lines.contains("ATTENDEE;CN=\"Murphy, 'Nan' Anna\";ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:anna@example.org"))
        #expect(!lines.contains { $0.hasPrefix("X-EVIL") })
    }

    @Test func `a quotation mark under an accent cannot end a name`() throws {
        var event = try CalendarRecurrenceTests.event("2026-12-12T14:00")
        event.attendees = ["A\"\u{301};RSVP=TRUE:x <a@example.org>"]
        let text = CalendarWriter(organiser: Mailbox(address: "r@example.org")).text(of: event)
        let line = try #require(Self.lines(text).first { $0.hasPrefix("ATTENDEE") })
        #expect(line.unicodeScalars.filter { $0 == "\"" }.count == 2)
    }

    @Test func `alarms are durations before the start`() throws {
        var event = try CalendarRecurrenceTests.event("2026-12-12")
        event.alarms = [0, 15, 120, 1440, -540]
        let triggers = Self.lines(CalendarWriter().text(of: event)).filter { $0.hasPrefix("TRIGGER") }
        #expect(triggers == ["TRIGGER:PT0M", "TRIGGER:-PT15M", "TRIGGER:-PT2H", "TRIGGER:-P1D", "TRIGGER:PT9H"])
    }

    @Test func `no line is longer than 75 octets and no character is cut`() throws {
        var samples = CalendarSamples(seed: 5)
        for _ in 0..<200 {
            let octets = Array(CalendarWriter(name: samples.text()).text(of: try samples.event()).utf8)
            var length = 0
            for (index, octet) in octets.enumerated() {
                length += 1
                guard octet == 0x0A else { continue }
                #expect(octets[index - 1] == 0x0D && length <= 77)
                // What follows a line end begins a character.
                if index + 2 < octets.count { #expect(octets[index + 2] & 0xC0 != 0x80) }
                length = 0
            }
            #expect(length == 0)
        }
    }

    @Test func `the same event gives the same octets`() throws {
        var samples = CalendarSamples(seed: 6)
        let events = try (0..<20).map { _ in try samples.event() }
        #expect(CalendarWriter().text(of: events) == CalendarWriter().text(of: events))
    }
}
