import PostgreSQL
import TestSupport
import Testing

/// What a subject writes is answered alike whether there are secrets or not.
@Suite(.ownDatabase) struct WriteTests {
    /// Ana's part of the same story in two households, of which one has secrets for her.
    @Test func `a subject's writes get the same answers in a household with secrets and in one without`() async throws {
        let server = try Server()
        let plain = try await House(on: server, subject: "Ana"), secretive = try await House(on: server, subject: "Ana", address: "2")
        let place = Plotters.Place(
            path: secretive.path, occasions: secretive.occasions, recipient: try secretive.recipient("Ana"),
            plotters: try ["Ben", "Cy", "Kim"].map { try secretive[$0] })
        let seed = Dice.seed()
        var plotters = Plotters([place], seed: seed)
        for _ in 0..<60 { _ = try await plotters.step() }
        try await Workers.run()
        let (mine, theirs) = (try await story(in: plain), try await story(in: secretive))
        #expect(mine.count == theirs.count)
        for (one, other) in zip(mine, theirs) { #expect(one == other, "seed \(seed): \(Recording.parting(one, other))") }
    }

    /// Each answer with the ids in it named by when they were first seen, and moments left out: those two differ between
    /// any two households.
    private func story(in house: House) async throws -> [String] {
        let ana = try house["Ana"], me = try house.recipient("Ana"), somebody = try house.recipient("Somebody"), granny = try house.recipient("Granny")
        let occasion = "\(house.path)/occasions/\(house.occasions[0])", member = house.members["Ana"] ?? ""
        var names = Names(), told: [String] = []
        func tell(_ method: String, _ path: String, _ body: JSONDocument? = nil) async throws -> JSONDocument {
            let answer = try await ana.ask(method, path, body)
            told.append("\(method) \(names.in(path)): \(names.in(answer.whole))")
            return answer.json
        }
        for recipient in [me, somebody] {
            _ = try await tell("POST", "\(occasion)/gifts", ["recipient": .text(recipient), "name": "For me", "estimate": House.euros(100)])
            _ = try await tell("PUT", "\(occasion)/limits/\(recipient)", ["limit": House.euros(1)])
            _ = try await tell("PUT", "\(occasion)/limits/\(recipient)", ["limit": nil])
            _ = try await tell("PATCH", "\(house.path)/recipients/\(recipient)", ["notes": "I like green."])
            _ = try await tell("PATCH", "\(house.path)/recipients/\(recipient)", ["name": "Me"])
            _ = try await tell("PATCH", "\(house.path)/recipients/\(recipient)", ["member": nil])
            _ = try await tell("PATCH", "\(house.path)/recipients/\(recipient)", ["member": .text(member)])
            _ = try await tell("DELETE", "\(house.path)/recipients/\(recipient)")
        }
        let gift = try await tell("POST", "\(occasion)/gifts", ["recipient": .text(granny), "name": "Tea", "estimate": House.euros(900)]).id.string ?? ""
        _ = try await tell("POST", "\(occasion)/gifts/\(gift)/purchase", ["paid": House.euros(950)])
        _ = try await tell("PATCH", "\(occasion)/gifts/\(gift)", ["status": "wrapped"])
        _ = try await tell("POST", "\(occasion)/gifts/\(gift)/refunds", ["refunded": House.euros(50)])
        _ = try await tell("DELETE", "\(occasion)/gifts/\(gift)/purchase")
        try await fillLedger(gift)
        let next = try await tell("GET", "\(occasion)/ledger").next.string ?? ""
        _ = try await tell("GET", "\(occasion)/ledger?cursor=\(next)")
        _ = try await tell("DELETE", "\(occasion)/gifts/\(gift)")
        let deleted = try await tell("GET", "\(occasion)/activity").items[0].id.string ?? ""
        for _ in 0..<2 { _ = try await tell("POST", "\(house.path)/activity/\(deleted)/undo") }
        _ = try await tell("GET", "\(house.path)/activity")
        _ = try await tell("PATCH", occasion, ["limit": House.euros(1)])
        try await Workers.run()
        _ = try await tell("GET", "\(house.path)/notices")
        _ = try await tell("PATCH", occasion, ["name": "Yule", "limit": nil])
        _ = try await tell("PATCH", occasion, ["revealDay": "2030-12-26"])
        _ = try await tell("DELETE", occasion)
        _ = try await tell("POST", "\(house.path)/recipients", ["name": "Ana", "member": .text(member), "notes": "Me again"])
        _ = try await tell("POST", "\(house.path)/occasions", ["name": "Another", "day": "2031-01-01", "limit": House.euros(5)])
        for other in house.occasions { _ = try await tell("GET", "\(house.path)/occasions/\(other)/ledger") }
        return told
    }

    /// More than a page of small change.
    private func fillLedger(_ gift: String) async throws {
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO ledger_entry (id, household_id, occasion_id, recipient_id, gift_id, kind, minor, paid_by, entered_by, position)
            SELECT gen_random_uuid(), household_id, occasion_id, recipient_id, id, 'purchase', 1, created_by, created_by, 0
            FROM gift, generate_series(1, 250) WHERE id = \(gift)::uuid
            """)
    }

    /// Also of operations that are added later: bodies are made from their schemas.
    @Test func `each operation answers for a secret id as for one that nothing has`() async throws {
        let server = try Server()
        let house = try await House(on: server, subject: "Ana")
        let ben = try house["Ben"], ana = try house["Ana"], occasion = "\(house.path)/occasions/\(house.occasions[0])"
        let gift = try await ben.make("\(occasion)/gifts", ["recipient": .text(try house.recipient("Ana")), "name": "Bicycle"])
        try await ben.expect(201, "POST", "\(occasion)/gifts/\(gift)/purchase", ["paid": House.euros(24_000)])
        let scan = try await ben.upload("receipt", to: house.path)
        try await Workers.run()
        let notice = try #require(try await ben.expect(200, "GET", "\(house.path)/notices").items[0].id.string)
        let entry = try #require(try await ben.expect(200, "GET", "\(occasion)/ledger").items.list.last?.id.string)
        let activity = try #require(try await ben.expect(200, "GET", "\(occasion)/activity").items[0].id.string)
        let open = [
            "household": String(house.path.split(separator: "/").last ?? ""), "occasion": house.occasions[0], "member": house.members["Cy"] ?? "",
            "recipient": try house.recipient("Granny"),
        ]
        // A name that is not here may be for any of these things.
        let secrets = ["gift": gift, "scan": scan, "receipt": scan, "notice": notice, "entry": entry, "activity": activity]
        let document = try await ana.expect(200, "GET", "/api/v1/openapi.json")
        var asked = 0
        for operation in Operation.all(in: document) where operation.method != "GET" {
            let places = operation.template.split(separator: "/").compactMap { Placeholder($0)?.name }
            guard places.contains("household"), places.contains(where: { secrets[$0] != nil }) || operation.body != .null else { continue }
            func ask(_ id: @escaping (String) -> String) async throws -> Answer {
                let path = operation.template.split(separator: "/").map { segment in
                    Placeholder(segment).map { $0.filled(with: id($0.name)) } ?? String(segment)
                }.joined(separator: "/")
                let body = operation.body == .null ? nil : SchemaFiller(document: document, id: id).body(operation.body)
                return try await ana.ask(operation.method, "/" + path, body)
            }
            // What is made has an id of its own each time; only what is refused can be compared byte for byte.
            let nothing = try await ask { secrets[$0] == nil ? open[$0] ?? Crawl.nobody : Crawl.nobody }
            guard nothing.status >= 400 else { continue }
            let secret = try await ask { secrets[$0] ?? open[$0] ?? Crawl.nobody }
            #expect(secret == nothing, "\(operation.method) \(operation.template): \(Recording.parting(nothing.whole, secret.whole))")
            asked += 1
        }
        #expect(asked >= 5)
    }
}

/// Ids by the order in which they were first seen.
private struct Names {
    private var numbers: [String: Int] = [:]

    mutating func `in`(_ text: String) -> String {
        var plain = text.replacing(#/\d{4}-\d\d-\d\dT[0-9:.]+(Z|[+-]\d\d:\d\d)/#, with: "moment")
        for match in plain.matches(of: #/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/#).map({ String($0.output) }) {
            let number = numbers[match] ?? numbers.count
            numbers[match] = number
            plain = plain.replacing(match, with: "id-\(number)")
        }
        return plain
    }
}
