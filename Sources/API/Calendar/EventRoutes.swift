import Foundation
import Household
import HTTPServer
import ServiceKit
import Store

extension Router<APIContext> {
    mutating func addEvents() {
        on("POST", "/api/v1/households/:household/events", addEvent)
        on("GET", "/api/v1/households/:household/events", listEvents)
        on("GET", "/api/v1/households/:household/events/:event.ics", showEventFile)
        on("GET", "/api/v1/households/:household/events/:event", showEvent)
        on("PUT", "/api/v1/households/:household/events/:event", replaceEvent)
        on("PATCH", "/api/v1/households/:household/events/:event", changeEvent)
        on("DELETE", "/api/v1/households/:household/events/:event", deleteEvent)
    }
}

@Sendable private func addEvent(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: EventBody = try request.decode()
    let view = try await context.store.addEvent(try context.newID(request), body.details, scan: body.scan, as: caller)
    return .created(EventAnswer(view), at: "\(request.path)/\(view.event.id)").with("ETag", tag(view).field)
}

/// `?from=&to=` (days, both included; a year at the most) expands what repeats. Without them, from today on.
@Sendable private func listEvents(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let zone = try await context.store.membership(caller).zone
    let window = try EventWindow(request.query, today: zone.day(at: .now))
    // A day wider: the window is the household's, an occurrence may be in another zone.
    let from = window.from.adding(days: -1), to = window.to.adding(days: 1)
    let views = try await context.store.events(from: from, to: to, as: caller)
    let occurrences = views.flatMap { view in
        Recurrence.occurrences(of: view.event, from: from, to: to).map { EventAnswer(view, occurrence: $0) }
    }.filter { $0.touches(window, in: zone) }
    return .list(occurrences.sorted { $0.start(in: zone) < $1.start(in: zone) })
}

@Sendable private func showEvent(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let view = try await context.store.event(try path.id("event"), as: try context.caller(request, path))
    return HTTPResponse.json(200, EventAnswer(view)).tagged(tag(view), for: request)
}

@Sendable private func showEventFile(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let view = try await context.store.event(try path.id("event"), as: try context.caller(request, path))
    return .text(200, CalendarWriter().text(of: view.event), type: CalendarWriter.mediaType)
        .with("Content-Disposition", "attachment; filename=\"event.ics\"")
}

@Sendable private func replaceEvent(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), id: Event.ID = try path.id("event")
    let body: EventBody = try request.decode()
    let before = try await context.store.event(id, as: caller)
    try request.requireMatch(tag(before))
    let view = try await context.store.replaceEvent(id, with: body.details, version: before.version, as: caller)
    return .json(200, EventAnswer(view)).with("ETag", tag(view).field)
}

@Sendable private func changeEvent(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), id: Event.ID = try path.id("event")
    let before = try await context.store.event(id, as: caller)
    let body: EventChange = try request.decode()
    try request.requireMatch(tag(before))
    let view = try await context.store.replaceEvent(id, with: try body.applied(to: before.event), version: before.version, as: caller)
    return .json(200, EventAnswer(view)).with("ETag", tag(view).field)
}

@Sendable private func deleteEvent(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), id: Event.ID = try path.id("event")
    var version: Int?
    if request.headers["If-Match"] != nil {
        let before = try await context.store.event(id, as: caller)
        try request.requireMatch(tag(before))
        version = before.version
    }
    try await context.store.deleteEvent(id, version: version, as: caller)
    return .noContent
}

private func tag(_ view: EventView) -> EntityTag { EntityTag("\(view.version)") }

/// The days that a list is asked for.
struct EventWindow {
    static let largestDays = 366
    var from: Day
    var to: Day

    init(_ query: Query, today: Day) throws(Problem) {
        var errors: [Problem.Field] = []
        func day(_ name: String) -> Day? {
            guard let text = query[name] else { return nil }
            if let day = Day(text) { return day }
            errors.append(.init("/\(name)", "must be a day such as 2026-12-25"))
            return nil
        }
        let from = day("from") ?? today
        let to = day("to") ?? from.adding(days: Self.largestDays)
        if errors.isEmpty, from > to { errors.append(.init("/to", "must not be before from")) }
        if errors.isEmpty, from.days(until: to) > Self.largestDays { errors.append(.init("/to", "must be within \(Self.largestDays) days of from")) }
        if !errors.isEmpty { throw .invalid(errors) }
        self.from = from
        self.to = to
    }
}
