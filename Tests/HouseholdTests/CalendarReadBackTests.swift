import Foundation
import Testing

@testable import Household

/// What PyPI's icalendar and dateutil read in our files.
@Suite struct CalendarReadBackTests {
    struct Component: Decodable, Equatable {
        let names: [String]
        let texts: [String: String]
    }

    @Test func `random texts come back whole through icalendar, and nothing else with them`() throws {
        var samples = CalendarSamples(seed: 42)
        let events = try (0..<600).map { _ in try samples.event() }
        let writer = CalendarWriter(organiser: Mailbox(name: "Nan", address: "nan@example.org"))
        let read: [[Component]] = try CalendarPython.ask(Self.reading, events.map { writer.text(of: $0) })
        try #require(read.count == events.count)
        for (event, components) in zip(events, read) {
            #expect(components.map(\.names.first) == ["VEVENT"] + event.alarms.map { _ in "VALARM" })
            let component = try #require(components.first)
            let written = ["SUMMARY": event.title, "LOCATION": event.location, "DESCRIPTION": event.description]
            let expected = written.compactMapValues { $0.map(CalendarSamples.readable) }
            #expect(component.texts == expected)
            var names = ["CREATED", "DTSTAMP", "DTSTART", "LAST-MODIFIED", "SEQUENCE", "UID"] + expected.keys
            if event.end(from: event.start) != nil { names.append("DTEND") }
            if event.url != nil { names.append("URL") }
            if event.recurrence != nil { names.append("RRULE") }
            if !event.attendees.isEmpty { names += ["ORGANIZER"] + event.attendees.map { _ in "ATTENDEE" } }
            #expect(component.names.dropFirst() == names.sorted()[...])
        }
    }

    /// The raw value is unescaped here in one pass: icalendar 4 takes `\\n`, an escaped backslash and an n,
    /// for a line end. It still has to find the same components and properties.
    private static let reading = #"""
        def unescaped(raw):
            return re.sub(r"\\(.)", lambda m: "\n" if m[1] in "nN" else m[1], raw, flags=re.S)
        def read(text):
            calendar = icalendar.Calendar.from_ical(text.encode("utf-8"))
            lines = re.sub(b"\r\n ", b"", text.encode("utf-8")).decode("utf-8").split("BEGIN:VALARM")[0].split("\r\n")
            raw = dict(line.split(":", 1) for line in lines if line.startswith(("SUMMARY", "LOCATION", "DESCRIPTION")))
            found = []
            for event in calendar.walk():
                if event.name not in ("VEVENT", "VALARM"): continue
                # icalendar 4 knows no two digits before a weekday, as in 22TH.
                errors = [error for error in event.errors if not re.search(r"\d\d[A-Z]{2}", str(error))]
                if errors: sys.exit(f"icalendar refuses {errors}: {[line for line in lines if line.startswith('ATTENDEE')]!r}")
                names, texts = [], {}
                for name, value in event.property_items(recursive=False):
                    if name in ("BEGIN", "END"): continue
                    names.append(name)
                    if event.name == "VEVENT" and name in raw:
                        texts[name] = unescaped(raw[name])
                        if "\\" not in texts[name] and str(value) != texts[name]:
                            at = len(os.path.commonprefix([str(value), texts[name]]))
                            sys.exit(f"{name}: icalendar reads {str(value)[max(0, at - 10):at + 20]!r}, expected {texts[name][max(0, at - 10):at + 20]!r}")
                found.append({"names": [event.name] + sorted(names), "texts": texts})
            return found
        answer = [read(text) for text in question]
        """#

    struct Clock: Encodable {
        let text: String
        let zone: String
        let locals: [String]
    }

    /// Every occurrence, as an outsider works it out from the VTIMEZONE in our file alone.
    @Test func `the zone in the file means the same moments as the zone itself`() throws {
        var samples = CalendarSamples(seed: 11)
        var clocks: [Clock] = [], ours: [[Int]] = []
        let zones = CalendarRandomRule.zones + [
            "Africa/Casablanca", "Africa/Cairo", "Asia/Jerusalem", "America/Santiago", "Asia/Beirut", "Europe/London", "America/Nuuk",
            "Asia/Gaza", "Pacific/Norfolk", "America/Havana", "Europe/Istanbul", "Asia/Kathmandu", "Antarctica/Troll", "Europe/Chisinau",
        ]
        for index in 0..<240 {
            let zone = try #require(Zone(zones[index % zones.count]))
            let day = Day(daysSince1970: Int.random(in: 14_000...22_000, using: &samples.random.generator))
            let rule = try [nil, "FREQ=WEEKLY;COUNT=20", "FREQ=MONTHLY;INTERVAL=5", "FREQ=DAILY;INTERVAL=30;UNTIL=20400101"][index / zones.count % 4].map { try RecurrenceRule($0) }
            let event = Event(
                id: .init(UUID()), title: "x", start: .moment(LocalDateTime(day: day, minutesSinceMidnight: 12 * 60), zone), recurrence: rule, created: .now, changed: .now)
            let occurrences = Recurrence(of: event).prefix(90)
            clocks.append(Clock(text: CalendarWriter().text(of: event), zone: zone.name, locals: occurrences.compactMap { $0.scheduled.local?.description }))
            ours.append(occurrences.compactMap { $0.start.instant.map { Int($0.timeIntervalSince1970) } })
        }
        let theirs: [[Int]] = try CalendarPython.ask(Self.clockReading, clocks)
        try #require(theirs.count == ours.count)
        for (clock, (ours, theirs)) in zip(clocks, zip(ours, theirs)) where ours != theirs {
            let at = zip(ours, theirs).prefix { $0 == $1 }.count
            Issue.record("\(clock.zone) at \(clock.locals[at]): off by \(theirs[at] - ours[at]) s\n\(clock.text)")
        }
    }

    private static let clockReading = #"""
        def moments(clock):
            zone = dateutil.tz.tzical(io.StringIO(clock["text"].replace("\r\n ", "").replace("\r\n", "\n"))).get(clock["zone"])
            return [int(datetime.fromisoformat(local).replace(tzinfo=zone).timestamp()) for local in clock["locals"]]
        answer = [moments(clock) for clock in question]
        """#
}
