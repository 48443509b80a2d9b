public import Household
public import HTTPServer
public import Store

/// `{"local": "2026-12-12T14:00", "zone": "Europe/Dublin"}` or `{"day": "2026-12-12"}`
struct EventTimeBody: RequestBody, Equatable {
    var time: EventTime

    init(_ fields: inout Fields) {
        let day: Day? = fields.optional("day")
        let local: LocalDateTime? = fields.optional("local")
        let zone: Zone? = fields.optional("zone")
        time = .day(day ?? .standIn)
        if let local, let zone { time = .moment(local, zone) }
        fields.check(day != nil || local != nil, "day", "is required, or local with zone")
        fields.check(day == nil || local == nil, "day", "and local exclude each other")
        if local != nil { fields.check(zone != nil, "zone", "is required beside local") }
    }
}

extension LocalDateTime: TextField {
    public static let expectation = "a wall time such as 2026-12-12T14:00"
    public static let standIn = LocalDateTime(day: .standIn, minutesSinceMidnight: 0)
}

struct EventBody: RequestBody {
    static let largestLists = 50

    var details: EventDetails
    var scan: ScanView.ID?

    init(_ fields: inout Fields) {
        let start: EventTimeBody = fields.object("start")
        let end: EventTimeBody? = fields.optionalObject("end")
        details = EventDetails(
            title: fields.text("title", 1...300), start: start.time, end: end?.time, location: fields.optionalText("location", 1...1000),
            description: fields.optionalText("description", 1...20_000), url: fields.optionalText("url", 1...2000),
            recurrence: fields.optional("recurrence"), alarms: fields.list("alarms", limit: Self.largestLists),
            attendees: fields.list("attendees", limit: Self.largestLists))
        scan = fields.optional("scan")
        details.check(&fields)
    }
}

struct EventChange: RequestBody {
    var title: String?
    var start: EventTimeBody?
    var end: EventTimeBody?
    var clearsEnd: Bool
    var location: Change<String>
    var description: Change<String>
    var url: Change<String>
    var recurrence: Change<RecurrenceRule>
    var alarms: [Int]?
    var attendees: [String]?

    init(_ fields: inout Fields) {
        title = fields.optionalText("title", 1...300)
        start = fields.optionalObject("start")
        clearsEnd = fields.change("end", as: JSON.self) == .clear
        end = fields.optionalObject("end")
        location = fields.change("location")
        description = fields.change("description")
        url = fields.change("url")
        recurrence = fields.change("recurrence")
        alarms = fields.change("alarms", as: JSON.self) == .keep ? nil : fields.list("alarms", limit: EventBody.largestLists)
        attendees = fields.change("attendees", as: JSON.self) == .keep ? nil : fields.list("attendees", limit: EventBody.largestLists)
        if case .set(let text) = location { fields.check(text.count <= 1000, "location", "must have at most 1000 characters") }
        if case .set(let text) = description { fields.check(text.count <= 20_000, "description", "must have at most 20000 characters") }
        if case .set(let text) = url { fields.check(text.count <= 2000, "url", "must have at most 2000 characters") }
    }

    func applied(to event: Event) throws(Problem) -> EventDetails {
        let details = EventDetails(
            title: title ?? event.title, start: start?.time ?? event.start, end: clearsEnd ? nil : end?.time ?? event.end,
            location: location.applied(to: event.location), description: description.applied(to: event.description),
            url: url.applied(to: event.url), recurrence: recurrence.applied(to: event.recurrence), alarms: alarms ?? event.alarms,
            attendees: attendees ?? event.attendees)
        if let fault = details.endFault { throw .invalid([.init("/end", fault)]) }
        return details
    }
}

extension EventDetails {
    /// Why the end does not go with the start, or nil.
    var endFault: String? {
        guard let end else { return nil }
        switch (start, end) {
        case (.day(let first), .day(let last)): return last < first ? "must not be before the start" : nil
        case (.moment(let from, let zone), .moment(let to, let other)):
            guard zone == other else { return "must be in the zone of the start" }
            return to < from ? "must not be before the start" : nil
        case (.moment(let from, _), .day(let last)): return last < from.day ? "must not be before the start" : nil
        case (.day, .moment): return "must be a day, as the start is"
        }
    }

    func check(_ fields: inout Fields) {
        if let fault = endFault { fields.check(false, "end", fault) }
        fields.check(alarms.allSatisfy { (-40_320...40_320).contains($0) }, "alarms", "must be minutes within four weeks")
        for (index, attendee) in attendees.enumerated() {
            fields.check(MailAddress(attendee) != nil, "attendees/\(index)", "is no mail address")
        }
    }
}
