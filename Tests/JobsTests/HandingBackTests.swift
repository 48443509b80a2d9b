import Foundation
import PostgreSQL
import ProbeJobs
import Testing

@testable import Jobs

@Suite struct HandingBackTests {
    /// An id is in Redis a moment before the relay's transaction says so; a worker that stops in that moment hands it back.
    @Test func `a job that is handed back while the relay still hands it out comes round at once`() async throws {
        try await JobWorld.run { world in
            let id = try await world.enqueue(Effect(label: 1))
            let back = try await world.owner.transaction { transaction in
                _ = try await transaction.query("UPDATE job SET state = 'published' WHERE id = \(id)::uuid")
                let back = Task { try await Claim.putBack([id], on: world.worker) }
                try await world.until("it does not wait for the relay") {
                    try await !world.api.query("SELECT FROM pg_locks WHERE NOT granted").isEmpty
                }
                return back
            }
            try await back.value
            #expect(try await world.job(id).state == .waiting)
        }
    }

    @Test func `of a kind that nobody knows the log hears at once, and then of all that came meanwhile`() {
        let kinds = UnknownKinds()
        #expect(kinds.met(3, of: "moon.fly") == 3)
        #expect(kinds.met(2, of: "moon.fly") == nil)
        #expect(kinds.met(1, of: "sun.fly") == 1)
    }
}
