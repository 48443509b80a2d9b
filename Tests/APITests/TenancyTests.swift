import API
import Foundation
import HTTPServer
import TestSupport
import Testing

/// Case G24 at the edge: what belongs to others looks like what does not exist.
@Suite(.ownDatabase) struct TenancyTests {
    private func ask(_ visitor: Visitor, _ method: String, _ path: String, _ body: JSONDocument?) async throws -> Server.Answer {
        guard path.hasSuffix("/scans"), method == "POST" else { return try await visitor.ask(method, path, body) }
        return await visitor.upload(Home.picture, to: String(path.split(separator: "/")[3]))
    }

    @Test func `every route answers another household's ids as it answers ids that do not exist`() async throws {
        let server = try Server()
        let theirs = try await Home(of: try await Visitor("Zoe", server)), ours = try await Home(of: try await Visitor("Ana", server))
        let before = try await theirs.everything()
        var asked = 0
        for (method, pattern) in server.api.routes where pattern.contains("/:") && !pattern.contains(":token") {
            let names = pattern.split(separator: "/").filter { $0.hasPrefix(":") }.map { String($0.dropFirst()).replacing(".ics", with: "") }
            // From the household on, from the second id on, and so on: everything before is ours.
            for first in names.indices {
                func path(_ stranger: (String) -> String) -> String {
                    names.enumerated().reduce(pattern) { path, name in
                        path.replacing(":\(name.element)", with: name.offset < first ? ours[name.element] : stranger(name.element))
                    }
                }
                for home in [ours, theirs] {
                    let body = home.body(of: method, pattern)
                    let answer = try await ask(ours.owner, method, path { theirs[$0] }, body)
                    let unknown = try await ask(ours.owner, method, path { _ in UUID().uuidString.lowercased() }, body)
                    #expect(answer.status == 404, "\(method) \(pattern) from \(names[first]): \(answer.text)")
                    #expect(answer.text == unknown.text, "\(method) \(pattern) from \(names[first])")
                    #expect(answer.headers.map(\.name) == unknown.headers.map(\.name))
                }
                asked += 1
            }
        }
        #expect(asked > 50)
        #expect(try await theirs.everything() == before)
    }

    @Test func `a purchase of another household is neither corrected nor refunded`() async throws {
        let server = try Server()
        let theirs = try await Home(of: try await Visitor("Zoe", server)), ours = try await Home(of: try await Visitor("Ana", server))
        let entry = try #require(try await theirs.owner.expect(201, "POST", "\(theirs.giftPath)/purchase", ["paid": Home.euros(500), "additional": true]).id.string)
        let before = try await theirs.everything(), nothing = UUID().uuidString.lowercased()
        for occasion in [ours.occasionPath, theirs.occasionPath] {
            for name in ["corrections", "refunds"] {
                let body = ours.body(of: "POST", name)
                let answer = try await ours.owner.ask("POST", "\(occasion)/ledger/\(entry)/\(name)", body)
                let unknown = try await ours.owner.ask("POST", "\(occasion)/ledger/\(nothing)/\(name)", body)
                #expect(answer.status == 404, "\(answer.text)")
                #expect(answer.text == unknown.text)
            }
        }
        #expect(try await theirs.everything() == before)
    }

    @Test func `another household's ids in a body are refused, and nothing is kept`() async throws {
        let server = try Server()
        let theirs = try await Home(of: try await Visitor("Zoe", server)), ours = try await Home(of: try await Visitor("Ana", server))
        let before = try await ours.everything() + theirs.everything()
        let money = Home.euros(1), day: JSONDocument = ["day": "2030-12-24"]
        let refusals: [(String, String, (Home) -> JSONDocument)] = [
            ("POST", "\(ours.path)/recipients", { ["name": "X", "member": .text($0["member"])] }),
            ("PATCH", "\(ours.path)/recipients/\(ours["recipient"])", { ["member": .text($0["member"])] }),
            ("POST", "\(ours.occasionPath)/gifts", { ["name": "X", "recipient": .text($0["recipient"])] }),
            ("POST", "\(ours.occasionPath)/gifts", { ["name": "X", "recipient": .text(ours["recipient"]), "category": .text($0["category"])] }),
            ("PATCH", ours.giftPath, { ["category": .text($0["category"])] }),
            ("POST", "\(ours.path)/categories/\(ours["category"])/entries", { ["amount": money, "paidBy": .text($0["member"])] }),
            ("POST", "\(ours.giftPath)/purchase", { ["paid": money, "paidBy": .text($0["member"])] }),
            ("POST", "\(ours.giftPath)/purchase", { ["paid": money, "receipt": .text($0["scan"])] }),
            ("POST", "\(ours.path)/events", { ["title": "X", "start": day, "scan": .text($0["scan"])] }),
        ]
        for (method, path, body) in refusals {
            let answer = try await ours.owner.ask(method, path, body(theirs)), unknown = try await ours.owner.ask(method, path, body(theirs.withIDs { _ in UUID().uuidString.lowercased() }))
            #expect([404, 422].contains(answer.status), "\(method) \(path): \(answer.status) \(answer.text)")
            #expect(answer.text == unknown.text, "\(method) \(path)")
        }
        #expect(try await ours.everything() + theirs.everything() == before)
    }
}

extension Home {
    /// The same household with other ids.
    fileprivate func withIDs(_ id: (String) -> String) -> Home {
        var copy = self
        copy.ids = ids.mapValues(id)
        return copy
    }
}
