import TestSupport
import Testing

/// Totals and warnings in the words of the cases, over the programs' interface and with everything that a person can fetch.
@Suite(.ownDatabase) struct BudgetSecrecyTests {
    /// Case G3.
    @Test func `no sum or difference over what Ana can fetch is what was bought for her`() async throws {
        let table = try await Table(limit: 100_000)
        try await table.buys("Ben", for: "Cy", 16_000)
        try await table.buys("Ana", for: "Cy", 24_000)
        let before = try await Crawl(table.person("Ana")).record()
        try await table.buys("Ben", for: "Ana", 24_000)
        try await Workers.run()
        let after = try await Crawl(table.person("Ana")).record()
        // Nothing at two moments differs, so no difference over them is anything but 0.
        #expect(after.differences(from: before) == [])
        #expect(try await table.spent("Ana") == 40_000)
        #expect(try await table.spent("Cy") == 24_000)
        #expect(try await table.spent("Ben") == 64_000)
        // And within one moment: what the parts come to is the total, and nothing is left over.
        let ana = try table.person("Ana")
        let parts = try await ana.expect(200, "GET", "\(table.path)/recipients").items.list.compactMap { $0.occasions[0].spent.minor.number }
        #expect(parts.reduce(0, +) == 40_000)
        let entries = try await ana.expect(200, "GET", "\(table.occasion)/ledger").items.list.compactMap(\.amount.minor.number)
        #expect(entries.reduce(0, +) == 40_000)
    }

    /// Case G4.
    @Test func `only who may know is warned, once for each crossing, and Ana's silence is that of a household under its limit`() async throws {
        let table = try await Table(limit: 60_000)
        try await table.buys("Ben", for: "Ana", 24_000)
        try await table.buys("Ben", for: "Cy", 16_000)
        let before = try await Crawl(table.person("Ana")).record()
        let gift = try await table.buys("Ben", for: "Ana", 24_000)
        try await table.expectWarnings(["Ben": 1, "Ana": 0, "Cy": 0])
        try await table.buys("Ben", for: "Ana", 500)
        try await table.expectWarnings(["Ben": 1, "Ana": 0, "Cy": 0])
        let ben = try table.person("Ben")
        try await ben.expect(201, "POST", "\(table.occasion)/gifts/\(gift)/refunds", ["refunded": House.euros(6_000)])
        try await table.expectWarnings(["Ben": 1, "Ana": 0, "Cy": 0])
        try await table.buys("Ben", for: "Ana", 7_000)
        try await table.expectWarnings(["Ben": 2, "Ana": 0, "Cy": 0])
        #expect(try await Crawl(table.person("Ana")).record().differences(from: before) == [])
    }

    /// Case G4: purchases that cross in parallel transactions.
    @Test func `twenty purchases at once around a limit warn each who may know exactly once, and nobody else`() async throws {
        let table = try await Table(limit: 10_000)
        let before = try await Crawl(table.person("Ana")).record()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                let giver = index.isMultiple(of: 2) ? "Ben" : "Cy"
                group.addTask { try await table.buys(giver, for: "Ana", 1_000) }
            }
            try await group.waitForAll()
        }
        try await table.expectWarnings(["Ben": 1, "Cy": 1, "Ana": 0])
        let over = try await table.warnings("Ben").first?.text.string
        #expect(try await table.warnings("Cy").first?.text.string == over)
        #expect(try await Crawl(table.person("Ana")).record().differences(from: before) == [])
    }
}

/// Ben, Ana and Cy, and one occasion that they share.
private struct Table: Sendable {
    let people: [String: Person]
    let path: String
    let occasion: String
    let recipients: [String: String]

    init(limit: Int) async throws {
        let server = try Server()
        var people: [String: Person] = [:], recipients: [String: String] = [:]
        for name in ["Ben", "Ana", "Cy"] { people[name] = try await Person(name, on: server) }
        let ben = try #require(people["Ben"])
        path = "/api/v1/households/" + (try await ben.make("/api/v1/households", ["name": "Home", "currency": "EUR", "zone": "UTC"]))
        for name in ["Ana", "Cy"] {
            let link = try await ben.expect(201, "POST", "\(path)/invitations", ["role": "adult"]).link.string
            try await people[name]?.expect(200, "POST", "/api/v1/invitations/\(link?.split(separator: "/").last ?? "")/acceptance")
        }
        for member in try await ben.expect(200, "GET", "\(path)/members").items.list {
            recipients[member.name.string ?? ""] = try await ben.make("\(path)/recipients", ["name": member.name, "member": member.id])
        }
        occasion = "\(path)/occasions/" + (try await ben.make("\(path)/occasions", ["name": "Christmas", "day": "2030-12-25", "limit": House.euros(limit)]))
        self.people = people
        self.recipients = recipients
    }

    func person(_ name: String) throws -> Person { try #require(people[name]) }

    @discardableResult
    func buys(_ giver: String, for receiver: String, _ minor: Int) async throws -> String {
        let giver = try person(giver)
        let gift = try await giver.make("\(occasion)/gifts", ["recipient": .text(try #require(recipients[receiver])), "name": "A gift"])
        // Purchases of one occasion wait for each other. A busy server may ask to come again: then nothing was entered.
        try await eventually("\(giver.name)'s purchase is entered") {
            let answer = try await giver.ask("POST", "\(occasion)/gifts/\(gift)/purchase", ["paid": House.euros(minor)])
            try #require(answer.status == 201 || answer.status == 503, "\(answer.text)")
            return answer.status == 201
        }
        return gift
    }

    func spent(_ name: String) async throws -> Double? { try await person(name).expect(200, "GET", occasion).spent.minor.number }

    func warnings(_ name: String) async throws -> [JSONDocument] {
        try await person(name).expect(200, "GET", "\(path)/notices").items.list.filter { $0.kind == "budget" && $0.threshold == 100 }
    }

    func expectWarnings(_ counts: [String: Int], at location: SourceLocation = #_sourceLocation) async throws {
        try await Workers.run()
        for (name, count) in counts { #expect(try await warnings(name).count == count, "\(name)", sourceLocation: location) }
    }
}
