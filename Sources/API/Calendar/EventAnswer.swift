import Foundation
public import Household
public import HTTPServer
public import Store

/// An event, or one occurrence of it with that occurrence's times.
struct EventAnswer: JSONValue {
    private let view: EventView
    private let startTime: EventTime
    private let endTime: EventTime?
    private let lastDay: Day?
    private let isOccurrence: Bool

    init(_ view: EventView) {
        self.view = view
        startTime = view.event.start
        endTime = view.event.end
        lastDay = nil
        isOccurrence = false
    }

    init(_ view: EventView, occurrence: EventOccurrence) {
        self.view = view
        startTime = occurrence.start
        endTime = occurrence.end
        lastDay = occurrence.lastDay
        isOccurrence = view.event.recurrence != nil
    }

    func start(in zone: Zone) -> Date { startTime.instant(in: zone) }

    /// Whether any of it falls into the window's days, as the household's calendar shows them.
    func touches(_ window: EventWindow, in zone: Zone) -> Bool {
        let first = startTime.instant.map { zone.day(at: $0) } ?? startTime.day
        let last = max(first, endTime?.instant.map { zone.day(at: $0.addingTimeInterval(-1)) } ?? lastDay ?? first)
        return first <= window.to && last >= window.from
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", view.event.id)
            $0.field("title", view.event.title)
            $0.field("start", startTime)
            $0.field("end", endTime)
            $0.field("location", view.event.location)
            $0.field("description", view.event.description)
            $0.field("url", view.event.url)
            $0.field("recurrence", view.event.recurrence?.description)
            $0.field("alarms", view.event.alarms)
            $0.field("attendees", view.event.attendees)
            $0.field("scan", view.scan)
            if isOccurrence { $0.field("repeats", true) }
        }
    }
}

extension EventTime: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            switch self {
            case .day(let day): $0.field("day", day)
            case .moment(let local, let zone):
                $0.field("local", local.description)
                $0.field("zone", zone.name)
            }
        }
    }
}
