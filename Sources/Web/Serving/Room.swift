import Foundation
import Household
import HTTPServer
import Store

/// A request of a member within one household.
struct Room: Sendable {
    let visit: Visit
    let caller: Caller
    let entrance: Entrance

    /// Throws `signedOut` without a session, and `notFound` where the household is not theirs.
    static func enter(_ visit: Visit, _ path: Path) async throws -> Room {
        let caller = Caller.session(try visit.key, in: try path.id("household"))
        return Room(visit: visit, caller: caller, entrance: try await visit.store.entrance(as: caller))
    }

    var store: Store { visit.store }
    var context: WebContext { visit.context }
    var household: HouseholdProfile { entrance.household.profile }
    var members: [Member] { entrance.household.members }
    var me: Member.ID { entrance.household.me }
    var role: Role { entrance.household.role }
    var currency: Currency { household.currency }
    var zone: Zone { household.zone }
    var now: Date { context.clock() }
    var today: Day { zone.day(at: now) }

    var frame: Frame {
        Frame(
            assets: context.assets.paths, csrf: visit.csrf, household: .init(key: household.id.description, name: household.name),
            unread: entrance.unread, administers: entrance.administers, flash: visit.note?.flash,
            once: OnceStamp(at: now))
    }

    func page(_ html: HTML, status: Int = 200) -> HTTPResponse { visit.page(html, status: status) }

    /// 303 to a page of this household.
    func see(_ rest: String, saying word: FlashNote.Word? = nil) -> HTTPResponse {
        visit.seeOther(frame.path(rest), saying: word.map { .word($0) })
    }

    /// 200 for a page as it is, 422 for one that comes back with a form refused.
    func status(_ entries: Entries) -> Int { entries.hasErrors ? 422 : 200 }

    /// "today, 14:05", "Sat 28 Nov, 10:12"
    func when(_ moment: Date) -> String { zone.when(moment, now: now) }

    func face(_ recipient: Recipient) -> Face { Face(name: recipient.name, paper: Paper(recipient.paper)) }
}

extension Path {
    func id<Subject>(_ name: String) throws(Problem) -> Identifier<Subject> { Identifier(try uuid(name)) }
}

extension Router<WebContext> {
    /// A page outside any household.
    mutating func doorPage(_ pattern: StaticString, _ show: @escaping @Sendable (Visit, Path) async throws -> HTTPResponse) {
        on("GET", pattern) { request, path, context in try await show(Visit(request, context), path) }
    }

    /// A form outside any household. It is taken only where a page of ours sent it.
    mutating func doorForm(_ pattern: StaticString, _ take: @escaping @Sendable (Visit, FormReader, Path) async throws -> HTTPResponse) {
        on("POST", pattern) { request, path, context in
            let visit = Visit(request, context)
            return try await take(visit, try visit.form(), path)
        }
    }

    /// A page of a household.
    mutating func page(_ pattern: StaticString, _ show: @escaping @Sendable (Room, Path) async throws -> HTTPResponse) {
        on("GET", pattern) { request, path, context in
            try await show(try await Room.enter(Visit(request, context), path), path)
        }
    }

    /// A form of a household. It is taken only where a page of ours sent it.
    mutating func form(
        _ pattern: StaticString, body plan: BodyPlan? = nil, _ take: @escaping @Sendable (Room, FormReader, Path) async throws -> HTTPResponse
    ) {
        on("POST", pattern, body: plan) { request, path, context in
            let visit = Visit(request, context)
            let form = try visit.form()
            return try await take(try await Room.enter(visit, path), form, path)
        }
    }
}
