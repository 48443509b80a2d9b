import Foundation
import PostgreSQL
import TestSupport
import Testing

/// Notices to mail, written past the API with their jobs, as many as a test needs.
struct Mailbag: Sendable {
    let mantel: Installation
    private let household: String
    private let member: String
    private let database: TestDatabase

    /// - Parameter local: what the mail sink does to this person, see there.
    init(to local: String, _ mantel: Installation) async throws {
        self.mantel = mantel
        database = try TestDatabase.current
        let visitor = try await Visitor(local, at: mantel.port)
        let home: JSONDocument = ["name": "The family", "currency": "EUR", "zone": "Europe/Dublin"]
        let id = try #require(try await visitor.expect(201, "POST", "/api/v1/households", home).id.string)
        household = id
        member = try #require(try await visitor.get("/api/v1/households/\(id)/members").items[0].id.string)
    }

    /// The ids of new notices, each with its job.
    @discardableResult
    func post(_ count: Int = 1) async throws -> [String] {
        try await database.owner.query("""
            WITH made AS (
                INSERT INTO notice (id, household_id, member_id, kind)
                SELECT gen_random_uuid(), \(household)::uuid, \(member)::uuid, 'system' FROM generate_series(1, \(count)::int) RETURNING id)
            SELECT id::text AS id, enqueue_job(gen_random_uuid(), \(household)::uuid, 'notice.send', 'mail',
                jsonb_build_object('notice', id, 'member', \(member)::text), 19, now(), id::text) FROM made
            """).map { try $0["id"] }
    }

    struct Delivery: Equatable {
        var state: String
        var detail: String?
        var unanswered: Int
    }

    func delivery(of notice: String) async throws -> Delivery? {
        try await database.owner.query("SELECT state, detail, unanswered FROM delivery WHERE notice_id = \(notice)::uuid").first.map {
            Delivery(state: try $0["state"], detail: try $0["detail"], unanswered: try $0["unanswered"])
        }
    }

    /// Waits until the attempt that is under way is over.
    func attempted(_ notice: String, state: String = "queued", unanswered: Int = 0) async throws {
        try await eventually("the mail is \(state)") {
            guard let delivery = try await delivery(of: notice) else { return false }
            return delivery.state == state && delivery.unanswered == unanswered
        }
        // The outcome of the job follows.
        try await eventually("the attempt is over") { try await mantel.jobs("state = 'running'") == 0 }
    }

    /// Lets no time pass until the next attempts.
    func hurry() async throws {
        _ = try await database.owner.query("UPDATE job SET due_at = now() WHERE state = 'waiting'")
        _ = try await database.owner.query("NOTIFY mantel_job")
    }
}
