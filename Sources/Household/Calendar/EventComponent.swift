import Foundation

/// The VEVENT of an event, with its alarms.
struct EventComponent {
    let event: Event
    let method: CalendarWriter.Method?
    let organiser: Mailbox?

    init(_ event: Event, method: CalendarWriter.Method?, organiser: Mailbox?) {
        self.event = event
        self.method = method
        self.organiser = organiser
    }

    var lines: [ContentLine] {
        var lines = [
            ContentLine("BEGIN", value: "VEVENT"),
            ContentLine("UID", value: CalendarWriter.uid(of: event.id)),
            ContentLine("DTSTAMP", value: event.changed.basic),
            ContentLine("CREATED", value: event.created.basic),
            ContentLine("LAST-MODIFIED", value: event.changed.basic),
            ContentLine("SEQUENCE", value: String(event.sequence)),
        ]
        lines += times
        lines.append(ContentLine("SUMMARY", text: event.title))
        if let location = event.location { lines.append(ContentLine("LOCATION", text: location)) }
        if let description = event.description { lines.append(ContentLine("DESCRIPTION", text: description)) }
        if let url = event.url { lines.append(ContentLine("URL", value: url.percentEncoded(keeping: "-._~:/?#[]@!$&'()*+,;=%"))) }
        if method == .cancel { lines.append(ContentLine("STATUS", value: "CANCELLED")) }
        lines += people
        for minutes in event.alarms { lines += alarm(minutes) }
        lines.append(ContentLine("END", value: "VEVENT"))
        return lines
    }

    private var times: [ContentLine] {
        // The start of a series keeps the time of day that the others have, also in an hour skipped that day.
        let start = event.recurrence == nil ? event.start.shown : event.start
        var lines = [Self.time("DTSTART", start)]
        switch event.end(from: event.start) {
        case nil: break
        // Exclusive in the file.
        case .day(let last): lines.append(Self.time("DTEND", .day(last.adding(days: 1))))
        case let end?: lines.append(Self.time("DTEND", end))
        }
        guard let rule = event.recurrence else { return lines }
        lines.append(ContentLine("RRULE", value: rule.written(from: event.start).description))
        lines += event.exclusions.map(excluded).sorted { $0.day < $1.day }.map { Self.time("EXDATE", $0) }
        return lines
    }

    /// An exclusion in the form of the start, as readers compare them.
    private func excluded(_ time: EventTime) -> EventTime {
        switch (event.start, time) {
        case (.day, _):
            .day(time.day)
        case (.moment(let start, let zone), .day(let day)):
            .moment(LocalDateTime(day: day, time: start.time), zone)
        case (.moment(_, let zone), .moment(let local, let other)):
            .moment(other == zone ? local : zone.local(at: other.moment(of: local)), zone)
        }
    }

    private static func time(_ name: String, _ time: EventTime) -> ContentLine {
        switch time {
        case .day(let day): ContentLine(name, [("VALUE", "DATE")], value: day.basic)
        case .moment(let local, .utc): ContentLine(name, value: local.basic + "Z")
        case .moment(let local, let zone): ContentLine(name, [("TZID", zone.name)], value: local.basic)
        }
    }

    private var people: [ContentLine] {
        guard let organiser, !event.attendees.isEmpty else { return [] }
        let answer = method == .request ? [("RSVP", "TRUE")] : []
        return [Self.person("ORGANIZER", organiser)] + event.attendees.map {
            Self.person("ATTENDEE", Mailbox($0), [("ROLE", "REQ-PARTICIPANT"), ("PARTSTAT", "NEEDS-ACTION")] + answer)
        }
    }

    private static func person(_ name: String, _ mailbox: Mailbox, _ parameters: [(String, String)] = []) -> ContentLine {
        ContentLine(name, (mailbox.name.map { [("CN", $0)] } ?? []) + parameters, value: mailbox.mailto)
    }

    private func alarm(_ minutes: Int) -> [ContentLine] {
        [
            ContentLine("BEGIN", value: "VALARM"),
            ContentLine("ACTION", value: "DISPLAY"),
            ContentLine("DESCRIPTION", text: event.title),
            ContentLine("TRIGGER", value: (minutes > 0 ? "-" : "") + Self.duration(minutes: abs(minutes))),
            ContentLine("END", value: "VALARM"),
        ]
    }

    private static func duration(minutes: Int) -> String {
        if minutes > 0, minutes.isMultiple(of: 1440) { return "P\(minutes / 1440)D" }
        return minutes > 0 && minutes.isMultiple(of: 60) ? "PT\(minutes / 60)H" : "PT\(minutes)M"
    }
}

extension RecurrenceRule {
    /// The rule with UNTIL in the form that RFC 5545 wants beside such a start: a date beside a date,
    /// otherwise UTC.
    func written(from start: EventTime) -> RecurrenceRule {
        var rule = self
        switch (until, start) {
        case (nil, _), (.day, .day), (.utc, .moment):
            break
        case (.local(let local), .day):
            rule.until = .day(local.day)
        case (.utc(let moment), .day):
            rule.until = .day(Zone.utc.day(at: moment))
        case (.day(let day), .moment(_, let zone)):
            let next = LocalDateTime(day: day.adding(days: 1), minutesSinceMidnight: 0)
            rule.until = .utc(zone.moment(of: next).addingTimeInterval(-1))
        case (.local(let local), .moment(_, let zone)):
            rule.until = .utc(zone.moment(of: local))
        }
        return rule
    }
}
