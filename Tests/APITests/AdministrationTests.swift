import Foundation
import PostgreSQL
import Store
import TestSupport
import Testing

/// The server administrator's view: of jobs, not of families.
@Suite(.ownDatabase) struct AdministrationTests {
    private static let path = "/api/v1/administration/jobs"

    private func administrator(_ server: Server) async throws -> Visitor {
        let visitor = try await Visitor("Root", server)
        #expect(try await Administrators(TestDatabase.current.owner).add("root@example.org") == .added)
        return visitor
    }

    private func fail(_ job: String, saying reason: String) async throws {
        _ = try await TestDatabase.current.owner.query("""
            UPDATE job SET state = 'dead', attempt = max_attempts, last_error = \(reason), finished_at = now() WHERE id = \(job)::uuid
            """)
    }

    @Test func `for everybody else it is not there, whatever they send`() async throws {
        let server = try Server()
        let home = try await Home(of: try await Visitor("Ana", server))
        let job = home["job"]
        let requests: [(String, String, JSONDocument?)] = [
            ("GET", "", nil), ("GET", "?state=asleep", nil), ("GET", "/statistics", nil), ("GET", "/\(job)", nil), ("GET", "/no-id", nil),
            ("POST", "/\(job)/retry", nil), ("POST", "/\(job)/burial", ["reason": "Mine"]), ("POST", "/\(job)/burial", [:]),
        ]
        for (method, rest, body) in requests {
            let answer = try await home.owner.ask(method, Self.path + rest, body)
            let nothing = try await home.owner.ask(method, "/api/v1/administration/nothing\(rest)", body)
            #expect(answer.status == 404 && answer.text == nothing.text, "\(method) \(rest): \(answer.text)")
            #expect(answer.headers.map(\.name) == nothing.headers.map(\.name))
            #expect(try await server.ask(method, Self.path + rest, body).status == 401, "without a session")
        }
        let state = try await TestDatabase.current.owner.query("SELECT state FROM job WHERE id = \(job)::uuid").first
        #expect(try state?["state"] == "waiting")
    }

    @Test func `an administrator sees how jobs go, and nothing of what they are about`() async throws {
        let server = try Server()
        let home = try await Home(of: try await Visitor("Ana", server)), root = try await administrator(server)
        try await home.owner.expect(201, "POST", "\(home.path)/invitations", ["role": "adult", "email": "granny.byrne@example.org"])
        try await fail(home["job"], saying: "550 5.1.1 <granny.byrne@example.org>: Granny Byrne has moved, 'Kite' and all")
        let list = try await root.expect(200, "GET", Self.path).items.list
        #expect(list.count >= 2)
        #expect(list.allSatisfy { $0.household == .text(home["household"]) })
        #expect(list.map(\.id) == list.map(\.id).sorted { ($0.string ?? "") > ($1.string ?? "") })
        let job = try await root.expect(200, "GET", "\(Self.path)/\(home["job"])")
        #expect(job.state == "dead" && job.kind == "scan.read" && job.queue == "ocr" && job.reason == "550 5.1.1 …")
        var seen = ""
        for rest in ["", "?state=dead", "/statistics", "/\(home["job"])"] { seen += try await root.ask("GET", Self.path + rest).text }
        for secret in ["granny", "byrne", "example.org", "Kite", "Ana", "payload", home["scan"], home["member"], home["gift"]] {
            #expect(!seen.lowercased().contains(secret.lowercased()), "\(secret)")
        }
    }

    @Test func `of an own household nothing is shown that may tell of presents`() async throws {
        let server = try Server()
        let home = try await Home(of: try await Visitor("Ana", server))
        #expect(try await Administrators(TestDatabase.current.owner).add("ana@example.org") == .added)
        try await fail(home["job"], saying: "no answer")
        for state in ["", "?state=dead", "?kind=scan.read", "?kind=budget.check"] {
            #expect(try await home.owner.expect(200, "GET", Self.path + state).items.list.isEmpty, "\(state)")
        }
        #expect(try await home.owner.expect(200, "GET", "\(Self.path)/statistics").items.list.isEmpty)
        try await home.owner.expect(404, "GET", "\(Self.path)/\(home["job"])")
        try await home.owner.expect(404, "POST", "\(Self.path)/\(home["job"])/retry")
        let state = try await TestDatabase.current.owner.query("SELECT state FROM job WHERE id = \(home["job"])::uuid").first
        #expect(try state?["state"] == "dead")
    }

    @Test func `lists are chosen by state, queue and kind, and go on where they ended`() async throws {
        let root = try await administrator(try Server())
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO job (id, kind, queue, payload, max_attempts, state, finished_at)
            SELECT gen_random_uuid(), 'kind.' || i % 2, 'queue-' || i % 3, '{}', 3, CASE WHEN i <= 100 THEN 'done' ELSE 'dead' END, now()
            FROM generate_series(1, 120) i
            """)
        var ids: [String] = [], cursor = ""
        repeat {
            let page = try await root.expect(200, "GET", Self.path + cursor)
            ids += page.items.list.compactMap(\.id.string)
            #expect(page.items.list.count <= 50)
            cursor = page.next.string.map { "?cursor=\($0)" } ?? ""
        } while !cursor.isEmpty
        #expect(ids.count == 120 && Set(ids).count == 120 && ids == ids.sorted(by: >))
        #expect(try await root.expect(200, "GET", "\(Self.path)?state=dead").items.list.count == 20)
        let chosen = try await root.expect(200, "GET", "\(Self.path)?state=dead&queue=queue-1&kind=kind.0").items.list
        #expect(!chosen.isEmpty && chosen.allSatisfy { $0.queue == "queue-1" && $0.kind == "kind.0" && $0.state == "dead" })
        for wrong in ["?state=asleep", "?cursor=soon"] { #expect(try await root.ask("GET", Self.path + wrong).status == 400) }
        let queues = try await root.expect(200, "GET", "\(Self.path)/statistics").items.list
        #expect(queues.map(\.queue) == ["queue-0", "queue-1", "queue-2"])
        #expect(queues.reduce(0) { $0 + ($1.dead.number ?? 0) } == 20)
        #expect(queues.reduce(0) { $0 + ($1.doneLastHour.number ?? 0) } == 100)
    }

    @Test func `a dead job is retried, an open one is buried, and each only then`() async throws {
        let server = try Server()
        let home = try await Home(of: try await Visitor("Ana", server)), root = try await administrator(server)
        let job = "\(Self.path)/\(home["job"])"
        #expect(try await root.expect(409, "POST", job + "/retry").type == "/problems/job-not-dead")
        let buried = try await root.expect(200, "POST", job + "/burial", ["reason": "It is a loop"])
        #expect(buried.state == "dead" && buried.reason == "It is a loop" && buried.ended.string != nil)
        #expect(try await root.expect(409, "POST", job + "/burial", ["reason": "Twice"]).type == "/problems/job-ended")
        let retried = try await root.expect(200, "POST", job + "/retry")
        #expect(retried.state == "waiting" && retried.attempt == 0 && retried.ended == .null)
        let nobody = UUID().uuidString.lowercased()
        #expect(try await root.ask("POST", "\(Self.path)/\(nobody)/retry").status == 404)
        #expect(try await root.ask("POST", "\(Self.path)/\(nobody)/burial", ["reason": "x"]).status == 404)
    }

    @Test func `who is an administrator no more is out at once`() async throws {
        let root = try await administrator(try Server())
        try await root.expect(200, "GET", Self.path)
        #expect(try await Administrators(TestDatabase.current.owner).remove("ROOT@example.org"))
        #expect(try await root.ask("GET", Self.path).status == 404)
    }
}
