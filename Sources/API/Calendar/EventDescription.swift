import Household
import HTTPServer

extension Description {
    static let events = Description(
        tag: "Events",
        components: [
            "Event": .object(
                .always("id", .id), .always("title", .text), .always("start", .component("EventTime")),
                .always("end", Schema.component("EventTime").orNull.describing("A last day is included.")), .always("location", Schema.text.orNull),
                .always("description", Schema.text.orNull), .always("url", Schema.text.orNull),
                .always("recurrence", Schema.text.orNull.describing("An RRULE (RFC 5545).")), .always("alarms", .list(of: .integer())),
                .always("attendees", .list(of: .text(format: "email"))), .always("scan", Schema.id.orNull.describing("The scan that it was read from.")),
                .sometimes("repeats", .boolean.describing("Of an occurrence in a list: the event repeats."))),
            "EventTime": .either(.component("WallTime"), .component("WholeDay")),
            "WallTime": .object(
                .always("local", Schema(members: ["type": "string", "pattern": #"^\d{4}-\d\d-\d\dT\d\d:\d\d"#]).describing("2026-12-12T14:00")),
                .always("zone", .zone)),
            "WholeDay": .object(.always("day", .day)),
        ],
        operations: [
            Operation(
                "addEvent", "POST", household + "/events", "Add an event; the same draft of one scan added twice is one event",
                body: .json(whole + [.optional("scan", Schema.id.describing("The scan that it was read from."))]),
                .made(.component("Event"), tagged: true), isRepeatable: true),
            Operation(
                "listEvents", "GET", household + "/events", "What happens in some days; events that repeat, once for each time",
                query: [
                    .init(name: "from", schema: .day, words: "The first day; today where it is left out."),
                    .init(name: "to", schema: .day, words: "The last day, included; at most \(EventWindow.largestDays) days after the first."),
                ],
                .json("In order.", .page(of: .component("Event"))), faults: [.invalid]),
            Operation("showEventFile", "GET", event + ".ics", "The event as a calendar file (RFC 5545)", .file("The file.", "text/calendar")),
            Operation(
                "showEvent", "GET", event, "An event", .json("The event.", .component("Event"), tagged: true),
                .unchanged),
            Operation(
                "replaceEvent", "PUT", event, "Replace an event", body: .json(whole), .json("The event.", .component("Event"), tagged: true),
                faults: [.overtaken], isConditional: true),
            Operation(
                "changeEvent", "PATCH", event, "Change an event",
                body: .json([.optional("title", .text(1...300)), .optional("start", .component("EventTime"))] + details),
                .json("The event.", .component("Event"), tagged: true), faults: [.overtaken], isConditional: true),
            Operation("deleteEvent", "DELETE", event, "Delete an event", .done, faults: [.overtaken], isConditional: true),
        ])

    private static let event = household + "/events/:event"

    private static let whole: [Schema.Property] =
        [.always("title", .text(1...300)), .always("start", .component("EventTime"))] + details

    private static let details: [Schema.Property] = [
        .optional("end", .component("EventTime")), .optional("location", .text(1...1000)), .optional("description", .text(1...20_000)),
        .optional("url", .text(1...2000)), .optional("recurrence", Schema.text.describing("An RRULE (RFC 5545).")),
        .optional("alarms", .list(of: .integer(-40_320...40_320), atMost: EventBody.largestLists).describing("Minutes before the start.")),
        .optional("attendees", .list(of: .text(format: "email"), atMost: EventBody.largestLists)),
    ]
}
