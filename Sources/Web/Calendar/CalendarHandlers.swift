import Foundation
import Household
import HTTPServer
import ServiceKit
import Store

extension Router<WebContext> {
    mutating func addCalendar() {
        page("/h/:household/calendar") { room, _ in try await CalendarHandlers(room: room).show() }
        form("/h/:household/calendar") { room, form, _ in try await CalendarHandlers(room: room).add(form) }
        page("/h/:household/calendar/:event") { room, path in try await EventHandlers(room: room, path).show() }
        form("/h/:household/calendar/:event") { room, form, path in try await EventHandlers(room: room, path).change(form) }
        form("/h/:household/calendar/:event/removal") { room, _, path in try await EventHandlers(room: room, path).remove() }
        page("/h/:household/calendar/:event.ics") { room, path in try await EventHandlers(room: room, path).file() }
        page("/h/:household/calendar/:event/picture") { room, path in try await EventHandlers(room: room, path).picture() }
    }
}

/// The household's dates as a list.
struct CalendarHandlers: Sendable {
    let room: Room

    /// How far one page reaches, in days, and how many dates it holds at the most.
    private static let (reach, largestList) = (366, 500)

    /// Those that can be leafed through.
    private static let years = 1900...2200

    func show(_ form: Entries = .empty) async throws -> HTTPResponse {
        let usual = room.today.adding(days: -31)
        let from = room.visit.request.query["from"].flatMap { Day($0) }.flatMap { Self.years.contains($0.year) ? $0 : nil } ?? usual
        let to = from.adding(days: Self.reach)
        let scan = form.values["scan"] ?? room.visit.request.query["scan"].flatMap { ScanView.ID($0)?.description }
        let page = CalendarPage(
            today: room.today, entries: try await entries(from: from, to: to),
            earlier: "/calendar?from=\(from.adding(days: -Self.reach - 1))", later: "/calendar?from=\(to.adding(days: 1))",
            form: EventForm(scanKey: scan, entries: form))
        return room.page(page.html(in: room.frame), status: room.status(form))
    }

    /// Every occurrence that touches these days of the household, in order of time.
    func entries(from: Day, to: Day) async throws -> [CalendarPage.Entry] {
        // A day more on either side: an event may be in another zone.
        let events = try await room.store.events(from: from.adding(days: -1), to: to.adding(days: 1), as: room.caller)
        var found: [(start: Date, entry: CalendarPage.Entry)] = []
        for view in events {
            for occurrence in Recurrence.occurrences(of: view.event, from: from.adding(days: -1), to: to.adding(days: 1)).prefix(Self.largestList) {
                let entry = CalendarPage.Entry(occurrence, of: view, in: room.zone)
                guard entry.day <= to, (entry.lastDay ?? entry.day) >= from else { continue }
                found.append((occurrence.start.instant(in: room.zone), entry))
            }
        }
        return found.sorted { ($0.start, $0.entry.title) < ($1.start, $1.entry.title) }.prefix(Self.largestList).map(\.entry)
    }

    func add(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let scan = form.id("scan", of: ScanView.self)
        guard let details = EventEntry.read(&form, zone: room.zone) else { return try await show(form.entries) }
        let view = try await room.store.addEvent(room.id(madeBy: form), details, scan: scan, as: room.caller)
        return room.see("/calendar/\(view.event.id)", saying: .added)
    }
}

extension CalendarPage.Entry {
    /// Moments are shown on the household's clock.
    init(_ occurrence: EventOccurrence, of view: EventView, in zone: Zone) {
        let start = occurrence.start.shown(in: zone), end = occurrence.end?.shown(in: zone)
        let last = max(start.day, occurrence.start.zone == zone || occurrence.start.zone == nil ? occurrence.lastDay : end?.day ?? start.day)
        self.init(
            key: "\(view.event.id)", title: view.event.title, day: start.day, lastDay: last > start.day ? last : nil, time: start.time,
            endTime: end?.time, place: view.event.location, isFromScan: view.hasPicture)
    }
}

extension EventTime {
    /// The same time on the clock of `zone`; a day alone stays that day.
    fileprivate func shown(in zone: Zone) -> EventTime { instant.map { .moment(zone.local(at: $0), zone) } ?? self }
}
