import Foundation
import HTTPServer
import PostgreSQL
import Store
import TestSupport
import Testing

@testable import Web

/// The pages about the server's jobs, on a database.
@Suite(.ownDatabase) struct AdministrationPagesTests {
    private static let path = "/administration/jobs"

    private func administrator() async throws -> Browser {
        var root = try Browser()
        try await root.signUp("Root")
        #expect(try await Administrators(TestDatabase.current.owner).add("root@example.org") == .added)
        return root
    }

    /// A job of `state`, by its id.
    private func job(_ state: String, kind: String = "scan.read", reason: String? = nil, payload: String = "{}") async throws -> String {
        let row = try await TestDatabase.current.owner.query("""
            INSERT INTO job (id, kind, queue, payload, max_attempts, attempt, state, last_error, finished_at, token, lease_until)
            VALUES (gen_random_uuid(), \(kind), 'ocr', \(payload)::jsonb, 3, 3, \(state), \(reason), CASE WHEN \(state) IN ('done', 'dead') THEN now() END,
                    CASE WHEN \(state) = 'running' THEN gen_random_uuid() END, CASE WHEN \(state) = 'running' THEN now() END)
            RETURNING id::text AS id
            """).first
        return try #require(row)["id"]
    }

    private func state(of job: String) async throws -> String {
        try #require(try await TestDatabase.current.owner.query("SELECT state FROM job WHERE id = \(job)::uuid").first)["state"]
    }

    @Test func `For everybody else they are no pages, and nothing leads to them`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        let id = try await job("dead")
        let nothing = try await ana.get("/administration/nothing")
        #expect(nothing.status == 404)
        for page in [Self.path, "\(Self.path)?state=dead", "\(Self.path)/\(id)", "\(Self.path)/\(id)/burial", "\(Self.path)/no-id"] {
            let answer = try await ana.get(page)
            #expect(answer.status == 404 && answer.text == nothing.text, "\(page)")
        }
        try await ana.get("\(home)/household")
        #expect(!ana.answer.text.contains("/administration"))
        let token = try #require(ana.matches(/name=_csrf value="([^"]+)"/).first)
        for action in ["retry", "burial"] {
            var request = ana.request("POST", "\(Self.path)/\(id)/\(action)")
            request.headers["Content-Type"] = "application/x-www-form-urlencoded"
            request.body = Array("_csrf=\(token)&reason=mine".utf8)
            #expect(await ana.pages.respond(to: request).status == 404)
        }
        #expect(try await state(of: id) == "dead")
        var nobody = Browser(at: ana)
        try await nobody.get(Self.path)
        #expect(nobody.answer.path == "/signin?next=/administration/jobs")
    }

    @Test func `An administrator is led to the jobs, sees the dead first, and retries one`() async throws {
        var root = try await administrator()
        try await root.get("/households")
        try await root.send("/households", ["name": "The Roots", "currency": "EUR", "zone": "Europe/Dublin"])
        #expect(root.answer.text.contains("aria-label=\"Jobs of this server\""))
        try await root.get(Self.path)
        #expect(root.answer.status == 200 && root.answer.text.contains("All quiet"))

        let id = try await job("dead", reason: "550 5.1.1 <granny@example.org> is unknown", payload: #"{"name": "Granny's kite"}"#)
        let open = try await job("waiting", kind: "notice.send")
        try await root.get(Self.path)
        let text = root.answer.text
        #expect(text.contains("1 job needs a decision") && text.contains("550 5.1.1 …") && text.contains("1 dead job"))
        #expect(!text.contains("granny") && !text.contains("kite"))
        let places = [id, ">ocr</a></h2>", open].map { text.range(of: $0)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted(), "dead, queues, open")

        try await root.get("\(Self.path)/\(id)")
        #expect(root.answer.text.contains("3 of 3") && !root.answer.text.contains("granny") && !root.answer.text.contains("kite"))
        let before = root
        try await root.send("\(Self.path)/\(id)/retry")
        #expect(root.answer.path == Self.path && root.answer.text.contains("It runs again"))
        #expect(try await state(of: id) == "waiting")
        root = before
        try await root.send("\(Self.path)/\(id)/retry")
        #expect(root.answer.path == "\(Self.path)/\(id)" && root.answer.text.contains("Nothing was changed"))
    }

    @Test func `A burial asks for a reason first`() async throws {
        var root = try await administrator()
        let id = try await job("running")
        try await root.get("\(Self.path)/\(id)")
        #expect(root.hiddenFields(of: "\(Self.path)/\(id)/retry") == nil)
        #expect(root.answer.text.contains("href=\"\(Self.path)/\(id)/burial\""))
        try await root.get("\(Self.path)/\(id)/burial")
        #expect(root.answer.text.contains("It runs at this moment"))
        try await root.send("\(Self.path)/\(id)/burial", ["reason": "  "])
        #expect(root.answer.status == 422 && root.answer.text.contains("This is needed"))
        #expect(try await state(of: id) == "running")
        try await root.send("\(Self.path)/\(id)/burial", ["reason": "It goes <round> in circles"])
        #expect(root.answer.path == Self.path && root.answer.text.contains("The job is dead."))
        #expect(try await state(of: id) == "dead")
        try await root.get("\(Self.path)/\(id)/burial")
        #expect(root.answer.path == "\(Self.path)/\(id)" && root.answer.text.contains("Nothing was changed"))
    }

    @Test func `Jobs are looked through by state, queue and kind, page by page`() async throws {
        var root = try await administrator()
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO job (id, kind, queue, payload, max_attempts, state, finished_at)
            SELECT gen_random_uuid(), 'kind.' || i % 2, 'ocr', '{}', 3, 'done', now() FROM generate_series(1, 120) i
            """)
        var seen: Set<String> = []
        try await root.get("\(Self.path)?state=done&kind=kind.1")
        #expect(root.answer.text.contains("Only the kind <b>kind.1</b>"))
        while true {
            seen.formUnion(root.matches(/href="\/administration\/jobs\/([0-9a-f-]+)"/))
            guard let older = root.matches(/href="([^"]+)">Older</).first else { break }
            try await root.get(older.replacing("&amp;", with: "&"))
        }
        #expect(seen.count == 60)
        try await root.get("\(Self.path)?state=dead")
        #expect(root.answer.text.contains("There is no such job."))
    }

    @Test(arguments: [
        (0.0004, "0 ms"), (0.0849, "85 ms"), (1.0, "1.0 s"), (9.94, "9.9 s"), (61, "61 s"), (120, "2 min"), (7200, "2 h"), (400_000, "5 days"),
    ])
    func `A length of time is said in its own unit`(seconds: Double, words: String) {
        #expect(lengthWords(seconds) == words)
    }
}
