import Foundation
import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct ReminderTests {
    @Test func `an occasion reminds each member once for each of its days, however often it is looked for`() async throws {
        let family = try await Family("Ana", "Ben")
        let occasion = try await family.occasion(limit: nil, by: "Ben", day: "2030-12-25")
        for day in ["2030-12-10", "2030-12-11", "2030-12-11", "2030-12-12", "2030-12-18", "2030-12-24", "2030-12-24", "2030-12-25"] {
            try await remind(family, on: day)
        }
        for name in ["Ana", "Ben"] {
            let notices = try await family.store.notices(limit: 100, unreadOnly: false, as: try family[name].caller)
            #expect(notices.compactMap(\.coming?.daysAhead) == [1, 7, 14])
            #expect(notices.allSatisfy { $0.coming?.occasion == occasion })
            #expect(notices.last?.text == "Christmas is on Wednesday 25 December 2030. See what is still missing.")
        }
    }

    @Test func `each reminder has its mail`() async throws {
        let family = try await Family("Ana", "Ben")
        _ = try await family.occasion(limit: nil, by: "Ben", day: "2030-12-25")
        try await remind(family, on: "2030-12-11")
        let jobs = try await TestDatabase.current.owner.query("SELECT count(*) AS jobs FROM job WHERE kind = 'notice.send'")
        #expect(try jobs.first?["jobs"] == 2)
    }

    @Test func `another household's occasions remind nobody here`() async throws {
        let (here, there) = (try await Family("Ana"), try await Family("Ben"))
        _ = try await there.occasion(limit: nil, by: "Ben", day: "2030-12-25")
        try await remind(here, on: "2030-12-11")
        #expect(try await here.store.notices(limit: 100, unreadOnly: false, as: try here["Ana"].caller).isEmpty)
        #expect(try await there.store.notices(limit: 100, unreadOnly: false, as: try there["Ben"].caller).isEmpty)
    }

    @Test func `the sweep takes sessions that are over, and leaves the others`() async throws {
        let family = try await Family("Ana", "Ben")
        let owner = try TestDatabase.current.owner
        _ = try await owner.query("UPDATE session SET expires_at = now() - interval '1 day' WHERE token_hash = \(try family["Ben"].key.hash)")
        let before = try await sessions(owner)
        try await Store(try TestDatabase.current.worker).sweep()
        #expect(try await sessions(owner) == before - 1)
        #expect(try await family.store.notices(limit: 1, unreadOnly: false, as: try family["Ana"].caller).isEmpty)
    }

    private func sessions(_ owner: Pool) async throws -> Int {
        try await owner.query("SELECT count(*) AS sessions FROM session").first?["sessions"] ?? 0
    }

    private func remind(_ family: Family, on day: String) async throws {
        let worker = try TestDatabase.current.worker
        let store = Store(worker)
        let job = try #require(RemindOfOccasions(household: family.profile.id.uuid, day: day))
        for member in try await store.members(toRemind: job) {
            try await worker.transaction { try await store.remind(member, by: job, in: $0) }
        }
    }
}
