import HTTPServer
import TestSupport
import Testing

/// How two people, or one person twice, change the same things.
@Suite(.ownDatabase) struct EditingTests {
    private func home() async throws -> Home { try await Home(of: try await Visitor("Ana", try Server())) }

    @Test func `the same request with the same key makes one thing, and is answered alike`() async throws {
        let home = try await home()
        let posts: [(String, JSONDocument)] = [
            ("\(home.path)/occasions", ["name": "Easter", "day": "2031-04-13"]), ("\(home.path)/recipients", ["name": "Dee"]),
            ("\(home.occasionPath)/gifts", ["recipient": .text(home["recipient"]), "name": "Ball"]),
            ("\(home.giftPath)/purchase", ["paid": Home.euros(1)]),
            ("\(home.path)/events", ["title": "Walk", "start": ["day": "2030-12-26"]]),
        ]
        for (path, body) in posts {
            let first = try await home.owner.ask("POST", path, headers: [("Idempotency-Key", "once")], body)
            let second = try await home.owner.ask("POST", path, headers: [("Idempotency-Key", "once")], body)
            let third = try await home.owner.ask("POST", path, headers: [("Idempotency-Key", "twice")], body)
            #expect(first.status == 201, "\(path): \(first.text)")
            #expect(second.status == 201, "\(path): \(second.text)")
            #expect(second.text == first.text)
            #expect(second.headers["Location"] == first.headers["Location"])
            #expect(third.status == 201)
            #expect(third.json.id != first.json.id)
        }
        #expect(try await home.owner.expect(200, "GET", "\(home.occasionPath)/ledger").items.list.count == 2)
        #expect(try await home.owner.expect(200, "GET", "\(home.path)/recipients").items.list.count == 3)
    }

    @Test func `a key that is empty or very long is refused`() async throws {
        let home = try await home()
        for key in ["", String(repeating: "k", count: 201)] {
            #expect(try await home.owner.ask("POST", "\(home.path)/recipients", headers: [("Idempotency-Key", key)], ["name": "X"]).status == 400)
        }
    }

    @Test func `another person's request with the same key is another request`() async throws {
        let home = try await home()
        let ben = try await Visitor("Ben", home.owner.server)
        try await home.join(ben, as: "adult")
        let key = [("Idempotency-Key", "the same")]
        let hers = try await home.owner.expect(201, "POST", "\(home.path)/recipients", headers: key, ["name": "Hers"])
        let his = try await ben.expect(201, "POST", "\(home.path)/recipients", headers: key, ["name": "His"])
        #expect(hers.id != his.id)
        #expect(his.name == "His")
    }

    @Test func `who edits what somebody else has changed is told so, and changes nothing`() async throws {
        let home = try await home()
        let edits: [(path: String, method: String, body: JSONDocument, field: String)] = [
            (home.occasionPath, "PATCH", ["name": "Second"], "name"), (home.giftPath, "PATCH", ["name": "Second"], "name"),
            ("\(home.path)/recipients/\(home["recipient"])", "PATCH", ["name": "Second"], "name"),
            ("\(home.path)/events/\(home["event"])", "PATCH", ["title": "Second"], "title"),
            ("\(home.path)/events/\(home["event"])", "PUT", ["title": "Third", "start": ["day": "2030-12-24"]], "title"),
        ]
        for (path, method, body, field) in edits {
            let tag = try #require(try await home.owner.ask("GET", path).headers["ETag"], "\(path) has a tag")
            let changed = try await home.owner.ask(method, path, headers: [("If-Match", tag)], body)
            #expect(changed.status == 200, "\(method) \(path): \(changed.text)")
            #expect(changed.json[field] == body[field])
            #expect(changed.headers["ETag"] != tag)
            let late = try await home.owner.ask(method, path, headers: [("If-Match", tag)], method == "PUT" ? body : [field: "Late"])
            #expect(late.status == 412, "\(method) \(path): \(late.text)")
            #expect(late.headers["Content-Type"] == "application/problem+json")
            let now = try await home.owner.ask("GET", path)
            #expect(now.json[field] == body[field])
            #expect(now.headers["ETag"] == changed.headers["ETag"])
        }
        let event = "\(home.path)/events/\(home["event"])"
        #expect(try await home.owner.ask("DELETE", event, headers: [("If-Match", "\"0\"")]).status == 412)
        #expect(try await home.owner.ask("GET", event).status == 200)
    }

    @Test func `two edits of one state that run at the same time leave one of them, and tell the other`() async throws {
        let home = try await home()
        for path in [home.occasionPath, home.giftPath, "\(home.path)/recipients/\(home["recipient"])"] {
            let tag = try #require(try await home.owner.ask("GET", path).headers["ETag"])
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<4 {
                    group.addTask { try await home.owner.ask("PATCH", path, headers: [("If-Match", tag)], ["name": "Name \(number)"]).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 412, 412, 412], "\(path)")
        }
    }

    @Test func `all wrong fields are named at once, each by its pointer`() async throws {
        let home = try await home()
        let server = home.owner.server
        let account = try await server.ask("POST", "/api/v1/accounts", ["email": "nowhere", "password": "short", "zone": "Mars/Olympus"])
        #expect(account.status == 422)
        #expect(account.pointers.sorted() == ["/email", "/name", "/password", "/zone"])
        let occasion = try await home.owner.ask("POST", "\(home.path)/occasions", ["day": "2030-02-30", "limit": ["minor": -1, "currency": "XXY"]])
        #expect(occasion.status == 422)
        #expect(occasion.pointers.sorted() == ["/day", "/limit/currency", "/limit/minor", "/name"])
        let event = try await home.owner.ask(
            "POST", "\(home.path)/events",
            ["start": ["local": "2030-12-24T25:00"], "recurrence": "FREQ=SOMETIMES", "alarms": ["soon"], "attendees": ["nobody"]])
        #expect(event.status == 422)
        #expect(Set(event.pointers).isSuperset(of: ["/title", "/start/local", "/recurrence", "/alarms/0"]), "\(event.pointers)")
        let foreign = try await home.owner.ask("POST", "\(home.giftPath)/refunds", ["refunded": ["minor": 5, "currency": "USD"]])
        #expect(foreign.status == 422)
        #expect(foreign.pointers == ["/refunded/currency"])
        for answer in [account, occasion, event, foreign] {
            #expect(answer.headers["Content-Type"] == "application/problem+json")
            #expect(answer.json.errors.list.allSatisfy { $0.detail.string?.isEmpty == false })
        }
    }
}
