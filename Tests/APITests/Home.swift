import PostgreSQL
import TestSupport
import Testing

/// A household with one of everything in it.
struct Home: Sendable {
    let owner: Visitor
    /// Ids by the names they have in the patterns of routes.
    var ids: [String: String] = [:]

    var path: String { "/api/v1/households/\(self["household"])" }
    var occasionPath: String { "\(path)/occasions/\(self["occasion"])" }
    var giftPath: String { "\(occasionPath)/gifts/\(self["gift"])" }

    subscript(name: String) -> String { ids[name] ?? "" }

    /// A header that says it is a small PNG: enough to be taken.
    static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 9, 0, 0, 0, 9, 8, 2, 0, 0, 0]

    init(of owner: Visitor) async throws {
        self.owner = owner
        ids["household"] = try await make("/api/v1/households", ["name": "Home", "currency": "EUR", "zone": "Europe/Dublin"])
        ids["member"] = try await owner.expect(200, "GET", path).me.string
        ids["invitation"] = try await make("\(path)/invitations", ["role": "adult"])
        ids["occasion"] = try await make("\(path)/occasions", ["name": "Christmas", "day": "2030-12-25", "limit": Self.euros(100)])
        ids["recipient"] = try await make("\(path)/recipients", ["name": "Cy"])
        ids["gift"] = try await make("\(occasionPath)/gifts", ["recipient": .text(self["recipient"]), "name": "Kite"])
        ids["contribution"] = try await make("\(giftPath)/contributions", [:])
        ids["category"] = try await make("\(path)/categories", ["name": "Groceries", "limit": Self.euros(500)])
        ids["entry"] = try await make("\(path)/categories/\(self["category"])/entries", ["amount": Self.euros(20)])
        let spare = try await make("\(occasionPath)/gifts", ["recipient": .text(self["recipient"]), "name": "Spare"])
        try await owner.expect(204, "DELETE", "\(occasionPath)/gifts/\(spare)")
        ids["activity"] = try await owner.expect(200, "GET", "\(path)/activity").items.list.first?.id.string
        ids["event"] = try await make("\(path)/events", ["title": "Party", "start": ["day": "2030-12-24"]])
        ids["scan"] = try #require(await owner.upload(Self.picture, to: self["household"]).json.id.string)
        // Paid back between two, and there is one here; unknown to others all the same.
        ids["repayment"] = "019a0000-0000-7000-8000-000000000002"
        // A notice is made by a worker; its id is as unknown to others as one that does not exist.
        ids["notice"] = "019a0000-0000-7000-8000-000000000001"
        ids["job"] = try #require(
            try await TestDatabase.current.owner.query("""
                SELECT id::text AS id FROM job WHERE household_id = \(self["household"])::uuid AND kind = 'scan.read'
                """).first)["id"]
    }

    static func euros(_ minor: Int) -> JSONDocument { ["minor": .number(Double(minor)), "currency": "EUR"] }

    private func make(_ path: String, _ body: JSONDocument) async throws -> String {
        try #require(try await owner.expect(201, "POST", path, body).id.string)
    }

    func join(_ guest: Visitor, as role: String) async throws {
        let link = try #require(try await owner.expect(201, "POST", "\(path)/invitations", ["role": .text(role)]).link.string)
        try await guest.expect(200, "POST", "/api/v1/invitations/\(link.split(separator: "/").last ?? "")/acceptance")
    }

    /// A body that each route takes, so that an answer is about what the path names and nothing else.
    func body(of method: String, _ pattern: String) -> JSONDocument? {
        let name = pattern.split(separator: "/").last.map(String.init) ?? ""
        return switch (method, name) {
        case ("GET", _), ("DELETE", _), (_, "reading"), (_, "retry"), (_, "scans"), (_, "revelation"), (_, "surprise"), (_, "undo"): nil
        case ("PATCH", ":household"), ("PATCH", ":occasion"), ("PATCH", ":recipient"), ("PATCH", ":gift"): ["name": "Stolen"]
        case ("PATCH", ":event"): ["title": "Stolen"]
        case ("PATCH", ":member"): ["role": "child"]
        case ("POST", "households"): ["name": "Stolen", "currency": "EUR", "zone": "Europe/Dublin"]
        case ("POST", "invitations"): ["role": "adult"]
        case ("POST", "occasions"): ["name": "Stolen", "day": "2030-12-25"]
        case ("PUT", ":recipient"), ("PUT", ":category"): ["limit": nil]
        case ("POST", "recipients"): ["name": "Stolen"]
        case ("POST", "gifts"): ["recipient": .text(self["recipient"]), "name": "Stolen"]
        case ("POST", "categories"), ("PATCH", ":category"): ["name": "Stolen"]
        case ("POST", "entries"): ["amount": Self.euros(1)]
        case ("POST", "purchase"): ["paid": Self.euros(1)]
        case ("POST", "purchases"): ["lines": [["gift": .text(self["gift"]), "price": Self.euros(1)]]]
        case ("POST", "refunds"): ["refunded": Self.euros(1)]
        case ("POST", "repayments"): ["from": .text(self["member"]), "to": .text(self["member"]), "amount": Self.euros(1)]
        case ("POST", "corrections"): ["paid": Self.euros(2), "reason": "Stolen"]
        case ("POST", "burial"): ["reason": "Stolen"]
        case ("POST", "events"), ("PUT", ":event"): ["title": "Stolen", "start": ["day": "2030-12-24"]]
        default: [:]
        }
    }

    /// Everything that is in the household, as its owner sees it.
    func everything() async throws -> [String] {
        var seen: [String] = []
        let lists = ["", "/members", "/invitations", "/occasions", "/recipients", "/events", "/scans", "/notices", "/categories", "/thresholds", "/activity"].map { path + $0 }
        for list in lists + ["\(path)/categories/\(self["category"])/entries", occasionPath, "\(occasionPath)/gifts", "\(occasionPath)/ledger", "\(occasionPath)/settlement", "\(occasionPath)/repayments", giftPath, "\(giftPath)/logistics", "\(giftPath)/contributions"] {
            seen.append(try await owner.ask("GET", list).text)
        }
        return seen
    }
}
