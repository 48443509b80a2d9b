import Foundation
import HTTPServer
import Household
import PostgreSQL
import Store
import TestSupport
import Testing

/// A whole household, into a file and out of it.
@Suite(.ownDatabase) struct ArchiveTests {
    @Test func `a household put into an empty server is the same household for each of its members`() async throws {
        let home = try await FullHome(), first = try await home.archive()
        for row in first.summary.rows { #expect(row.count > 0, "give the household of this test something for the table \(row.table)") }
        let before = try await home.seen(on: try Server())
        #expect(before.values.allSatisfy { $0.count > 10 })
        try await EmptyServer.with { other in
            let summary = try await other.restore(first.bytes)
            #expect(summary.rows == first.summary.rows)
            #expect(Set(summary.newcomers) == Set(home.visitors.map { "\($0.name.lowercased())@example.org" }))
            #expect(try await other.archive(home.id).bytes == first.bytes)
            try await other.admit(home)
            let after = try await home.seen(on: try Server(other.api))
            for (name, pages) in before {
                for (path, text) in pages { #expect(after[name]?[path] == text, "\(name): \(path)") }
            }
            // Life goes on: what is entered now comes last, and the picture that waited is read.
            let cy = try #require(home.visitors.first { $0.name == "Cy" }), server = try Server(other.api)
            let entered = try await server.ask("POST", "\(home.home.giftPath)/purchase", token: cy.token, ["paid": Home.euros(3), "additional": true])
            #expect(entered.status == 201, "\(entered.text)")
            let ledger = try await server.ask("GET", "\(home.home.occasionPath)/ledger", token: cy.token)
            #expect(ledger.json.items.list.last?.id.string == entered.json.id.string)
            let jobs = try await other.owner.query("SELECT kind FROM job").map { try $0["kind"] as String }
            #expect(jobs.contains("scan.read"))
        }
    }

    @Test func `a file that is damaged, changed, foreign or newer is refused by its line, and changes nothing`() async throws {
        let home = try await FullHome(), archive = try await home.archive(), lines = archive.lines
        let gift = try #require(lines.firstIndex { $0.contains("\"name\": \"Kite\"") })
        func changed(_ line: Int, _ from: String, _ to: String) -> [String] {
            var copy = lines
            copy[line] = copy[line].replacing(from, with: to)
            return copy
        }
        /// As somebody would who knows how the checks are made.
        func forged(_ line: Int, _ from: String, _ to: String) -> [String] { Resealed.lines(changed(line, from, to)) }
        let ledger = try #require(lines.firstIndex { $0.contains("\"kind\": \"purchase\"") })
        let account = try #require(lines.firstIndex { $0.contains("cy@example.org") })
        let member = try #require(lines.firstIndex { $0.contains("\"role\": \"guest\"") })
        var swapped = lines
        swapped.swapAt(gift, gift + 1)
        let files: [(name: String, lines: [String], line: Int?, word: String)] = [
            ("a word changed", changed(gift, "Kite", "Bike"), gift + 1, "not as it was written"),
            ("a line left out", Array(lines[..<gift] + lines[(gift + 1)...]), gift + 1, "missing"),
            ("two lines swapped", swapped, gift + 1, "not as it was written"),
            ("no end", lines.dropLast(), nil, "torn"),
            ("more after the end", Resealed.lines(lines + [lines[gift]]), lines.count + 1, "after the end"),
            ("a newer schema", forged(0, "\"schema\":", "\"schema\":9"), 1, "newer"),
            ("a newer format", forged(0, "\"version\":1", "\"version\":2"), 1, "newer"),
            ("another table", forged(try #require(lines.firstIndex { $0.contains("\"table\":\"gift\"") }), "\"gift\"", "\"job\""), nil, "job"),
            ("another field", forged(try #require(lines.firstIndex { $0.contains("\"table\":\"gift\"") }), "\"name\"", "\"colour\""), nil, "colour"),
            ("no amount", forged(ledger, "\"minor\": ", "\"minor\": \"much\", \"was\": "), ledger + 1, "fields"),
            ("a word for an amount", forged(ledger, "\"minor\": 1700", "\"minor\": \"much\""), ledger + 1, "ledger_entry.minor"),
            ("an amount out of bounds", forged(ledger, "\"minor\": 1700", "\"minor\": 1700000000000000"), ledger + 1, "bounds"),
            ("a role that is none", forged(member, "\"guest\"", "\"king\""), member + 1, "member"),
            ("somebody else's gift", forged(ledger, home.home["gift"], UUID().uuidString.lowercased()), ledger + 1, "not in this household"),
            ("a row twice", Resealed.lines(Array(lines[...gift] + lines[gift...])), gift + 2, "already"),
            ("an account without address", forged(account, "\"email\"", "\"mail\""), account + 1, "account"),
            ("rows that are not counted", forged(lines.count - 1, "\"rows\":", "\"rows\":1"), lines.count, "missing"),
        ]
        try await EmptyServer.with { other in
            for file in files {
                let bytes = Array((file.lines.joined(separator: "\n") + "\n").utf8)
                let refusal = await #expect(throws: ArchiveRefusal.self, "\(file.name)") { try await other.restore(bytes) }
                if let line = file.line { #expect(refusal?.line == line, "\(file.name): \(refusal?.description ?? "")") }
                #expect(refusal?.description.contains(file.word) == true, "\(file.name): \(refusal?.description ?? "")")
            }
            for text in ["", "\n", "For,Gift\nTom,Bike\n", "{\"archive\":1}\n", String(repeating: "x", count: 100_000)] {
                await #expect(throws: ArchiveRefusal.self) { try await other.restore(Array(text.utf8)) }
            }
            for end in [1, archive.bytes.count / 3, archive.bytes.count / 2, archive.bytes.count - 1] {
                await #expect(throws: ArchiveRefusal.self) { try await other.restore(Array(archive.bytes.prefix(end))) }
            }
            let isEmpty = try await other.isEmpty
            #expect(isEmpty)
        }
    }

    @Test func `a household that is there is not put in twice, and nobody gets in by an address that was never theirs`() async throws {
        let home = try await FullHome(), archive = try await home.archive()
        try await EmptyServer.with { other in
            // Somebody has signed up with Cy's address, which nobody has confirmed.
            let squatter = try await Server(other.api).signUp("Cy")
            #expect(squatter.status == 201)
            let refusal = await #expect(throws: ArchiveRefusal.self) { try await other.restore(archive.bytes) }
            #expect(refusal?.description.contains("cy@example.org") == true)
            #expect(try await other.archives.list() == [])
            _ = try await other.owner.query("DELETE FROM account")
            _ = try await other.restore(archive.bytes)
            let again = await #expect(throws: ArchiveRefusal.self) { try await other.restore(archive.bytes) }
            #expect(again?.description.contains("is on this server already") == true)
            #expect(try await other.archive(home.id).bytes == archive.bytes)
        }
    }

    @Test func `an archive holds no other household, no password and no session`() async throws {
        let home = try await FullHome(), other = try await Home(of: try await Visitor("Zoe", Server()))
        let text = try await home.archive().text
        for id in other.ids.values { #expect(!text.contains(id)) }
        for hash in try await TestDatabase.current.owner.query("SELECT password_hash AS secret FROM credential UNION SELECT encode(token_hash, 'hex') FROM session UNION SELECT encode(token_hash, 'hex') FROM invitation") {
            #expect(!text.contains(try hash["secret"] as String))
        }
        await #expect(throws: StoreError.self) { try await HouseholdArchives(TestDatabase.current.owner).export(.init(UUID()), to: .nullDevice) }
    }
}
