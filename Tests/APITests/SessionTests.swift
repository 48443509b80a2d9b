import API
import HTTPServer
import TestSupport
import Testing

@Suite(.ownDatabase) struct SessionTests {
    @Test func `signing up with a known address is answered like with a new one, and its owner keeps the account`() async throws {
        let server = try Server()
        let first = try await server.signUp("Ana")
        let account: JSONDocument = ["email": "Ana@example.org", "password": "somebody else's password", "name": "Ana", "zone": "Europe/Dublin"]
        let second = try await server.ask("POST", "/api/v1/accounts", account)
        #expect(first.status == 201 && second.status == 201)
        func members(_ answer: Server.Answer) -> [String] {
            if case .object(let members) = answer.json { members.keys.sorted() } else { [] }
        }
        #expect(members(first) == members(second))
        #expect(try await server.signIn("Ana").status == 201)
        #expect(try await server.signIn("Ana", password: "somebody else's password").status == 401)
    }

    @Test func `a wrong password and an unknown address are answered alike`() async throws {
        let server = try Server()
        _ = try await server.signUp("Ana")
        let wrong = try await server.signIn("Ana", password: "not this one, sorry"), unknown = try await server.signIn("Nobody")
        #expect(wrong.status == 401)
        #expect(wrong.text == unknown.text)
    }

    @Test func `guessing is answered 429 with the time to wait, the right password too, and other places go on`() async throws {
        let server = try Server()
        _ = try await server.signUp("Ana")
        var statuses: [Int] = []
        for _ in 0..<12 { statuses.append(try await server.signIn("Ana", password: "a guess, one of many").status) }
        #expect(statuses.first == 401)
        #expect(statuses.last == 429)
        let right = try await server.signIn("Ana")
        #expect(right.status == 429)
        #expect((1...300).contains(Int(right.headers["Retry-After"] ?? "") ?? 0))
        #expect(right.headers["Content-Type"] == "application/problem+json")
        #expect(try await server.signIn("Ana", peer: "198.51.100.7").status == 201)
    }

    @Test func `making accounts without end is answered 429`() async throws {
        let server = try Server()
        var last = try await server.signUp("P0")
        for number in 1...25 { last = try await server.signUp("P\(number)") }
        #expect(last.status == 429)
        #expect(last.headers["Retry-After"] != nil)
        #expect(try await server.signUp("Q", peer: "198.51.100.7").status == 201)
    }

    @Test func `signing out ends one session, signing out everywhere all of them, at once`() async throws {
        let server = try Server()
        let ana = try await Visitor("Ana", server)
        let tokens = [ana.token] + (try await [server.signIn("Ana"), server.signIn("Ana")].compactMap(\.json.token.string))
        #expect(Set(tokens).count == 3)
        func alive() async throws -> [Int] {
            var statuses: [Int] = []
            for token in tokens { statuses.append(try await server.ask("GET", "/api/v1/sessions/current", token: token).status) }
            return statuses
        }
        #expect(try await alive() == [200, 200, 200])
        #expect(try await server.ask("DELETE", "/api/v1/sessions/current", token: tokens[2]).status == 204)
        #expect(try await alive() == [200, 200, 401])
        #expect(try await server.ask("DELETE", "/api/v1/sessions", token: tokens[0]).status == 204)
        #expect(try await alive() == [401, 401, 401])
        #expect(try await server.signIn("Ana").status == 201)
    }

    @Test func `every route but the doors asks for a session`() async throws {
        let server = try Server()
        let home = try await Home(of: try await Visitor("Ana", server))
        let open = ["POST /api/v1/accounts", "POST /api/v1/sessions", "GET /api/v1/openapi.json", "GET /api/v1/invitations/:token"]
        for (method, pattern) in server.api.routes where !open.contains("\(method) \(pattern)") {
            let path = home.ids.reduce(pattern) { $0.replacing(":\($1.key)", with: $1.value) }
            // A token of the right form is asked for in the database, after the body was found to be one; a link
            // that is none is answered 404 to everybody.
            let stranger = pattern.contains(":token") ? nil : String(home.owner.token.reversed())
            for token in [nil, "not-a-token", stranger] {
                let isScan = method == "POST" && pattern.hasSuffix("/scans")
                let body = isScan ? FormData.scan(Home.picture).bytes : try home.body(of: method, pattern)?.bytes ?? []
                let answer = await server.ask(method, path, token: token, type: isScan ? FormData.contentType : "application/json", body: body)
                #expect(answer.status == 401, "\(method) \(pattern): \(answer.text)")
                #expect(answer.headers["WWW-Authenticate"] != nil, "\(method) \(pattern)")
                #expect(answer.headers["Content-Type"] == "application/problem+json")
            }
        }
    }
}
