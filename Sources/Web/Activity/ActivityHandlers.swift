import Household
import HTTPServer
import Store

extension Router<WebContext> {
    mutating func addActivity() {
        page("/h/:household/activity") { room, _ in try await ActivityHandlers(room: room).show() }
        form("/h/:household/activity/:activity/undo") { room, form, path in
            try await ActivityHandlers(room: room).undo(try path.id("activity"), form)
        }
    }
}

/// What happened lately, and the way back from it.
struct ActivityHandlers: Sendable {
    let room: Room

    func show(_ asked: String? = nil, problem: String? = nil, status: Int = 200) async throws -> HTTPResponse {
        let query = room.visit.request.query
        let occasion = try await occasion(asked ?? query["occasion"])
        let page = try await room.store.activity(on: occasion?.id, before: query["before"].flatMap { .init($0) }, as: room.caller)
        let people = try await room.store.recipients(as: room.caller)
        let names = Dictionary(people.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let lines = page.lines.map { ActivityWords(activity: $0, names: names, room: room).line }
        let html = ActivityPage(
            occasion: occasion.map { (key: "\($0.id)", name: $0.name) }, lines: lines, earlier: page.next?.description, problem: problem
        ).html(in: room.frame)
        return room.page(html, status: status)
    }

    func undo(_ id: ActivityLine.ID, _ form: FormReader) async throws -> HTTPResponse {
        let asked = form["occasion"]
        do {
            let made = try await room.store.undo(id, as: room.caller)
            let rest = asked.isEmpty ? "/activity" : "/activity?occasion=\(asked)"
            return room.see(rest, saying: made.kind == .restoration ? .restored : .undone)
        } catch StoreError.conflict("already-undone", _) {
            return try await show(asked, problem: "That has been undone or restored already: it stands below.", status: 409)
        } catch StoreError.conflict(_, let detail) {
            return try await show(asked, problem: detail, status: 409)
        }
    }

    private func occasion(_ asked: String?) async throws -> Occasion? {
        guard let asked, !asked.isEmpty else { return nil }
        guard let id = Occasion.ID(asked) else { throw StoreError.notFound }
        return try await room.store.occasion(id, as: room.caller).occasion
    }
}
