import Foundation

/// Writes events as an iCalendar file (RFC 5545) that phones and mail programs take.
///
/// The same events give the same octets, so a file can carry an ETag.
public struct CalendarWriter: Sendable {
    /// What a mail asks of the one who gets it (RFC 5546). A file to download or a feed asks nothing.
    public enum Method: String, Sendable {
        case publish = "PUBLISH", request = "REQUEST", cancel = "CANCEL"
    }

    public var method: Method?
    /// Who invites. Without one no attendee is written (RFC 5545, 3.8.4.3).
    public var organiser: Mailbox?
    /// The name of a feed in the reader's list of calendars.
    public var name: String?
    /// How often a reader of a feed should ask again, in hours.
    public var refreshHours: Int?

    public init(method: Method? = nil, organiser: Mailbox? = nil, name: String? = nil, refreshHours: Int? = nil) {
        self.method = method
        self.organiser = organiser
        self.name = name
        self.refreshHours = refreshHours
    }

    public static let mediaType = "text/calendar; charset=utf-8"

    /// The identity that an event keeps in every file and invitation.
    public static func uid(of event: Event.ID) -> String { "\(event)@mantel" }

    /// The whole file, with CRLF line ends.
    public func text(of events: [Event]) -> String {
        var lines = [
            ContentLine("BEGIN", value: "VCALENDAR"),
            ContentLine("VERSION", value: "2.0"),
            ContentLine("PRODID", value: "-//Mantel//Mantel 1//EN"),
            ContentLine("CALSCALE", value: "GREGORIAN"),
        ]
        if let method { lines.append(ContentLine("METHOD", value: method.rawValue)) }
        if let name {
            lines.append(ContentLine("NAME", text: name))
            lines.append(ContentLine("X-WR-CALNAME", text: name))
        }
        if let refreshHours {
            lines.append(ContentLine("REFRESH-INTERVAL", [("VALUE", "DURATION")], value: "PT\(refreshHours)H"))
            lines.append(ContentLine("X-PUBLISHED-TTL", value: "PT\(refreshHours)H"))
        }
        for (zone, span) in ZoneSpan.needed(by: events) { lines += ZoneComponent(zone, over: span).lines }
        for event in events { lines += EventComponent(event, method: method, organiser: organiser).lines }
        lines.append(ContentLine("END", value: "VCALENDAR"))
        return lines.reduce(into: "") { $0 += $1.folded }
    }

    public func text(of event: Event) -> String { text(of: [event]) }
}
