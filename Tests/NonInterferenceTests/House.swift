import Foundation
import Household
import PostgreSQL
import Store
import TestSupport
import Testing

/// A household with every role in it, in which something has happened already:
///
/// Ben (organiser), Ana, Cy, Dora and Emil (adults), Kim (child), Gus (guest). On the list of presents: Ana, Kim, Cy,
/// Dora and Emil as one, Granny, who has no account, and somebody whose page was linked to `subject` late.
struct House: Sendable {
    let server: Server
    let people: [String: Person]
    let path: String
    /// Ids of members and of recipients, by their names.
    var members: [String: String] = [:]
    var recipients: [String: String] = [:]
    var occasions: [String] = []
    /// Seen by their makers alone.
    private(set) var receipts: [String] = []

    static let couple = "Dora and Emil"
    private static let zone = noonZone()

    subscript(_ name: String) -> Person { get throws { try #require(people[name], "nobody is called \(name)") } }
    func recipient(_ name: String) throws -> String { try #require(recipients[name], "there is no \(name) on the list") }

    /// - Parameter address: ends the local part of everybody's address; two households of one server need two.
    init(on server: Server, subject: String, address: String = "") async throws {
        self.server = server
        var people: [String: Person] = [:]
        for name in ["Ben", "Ana", "Cy", "Dora", "Emil", "Kim", "Gus"] {
            people[name] = try await Person(name, address: name + address, on: server)
        }
        self.people = people
        let ben = try #require(people["Ben"])
        let household = try await ben.make("/api/v1/households", ["name": "Home", "currency": "EUR", "zone": .text(Self.zone)])
        path = "/api/v1/households/\(household)"
        for (name, role) in [("Ana", "adult"), ("Cy", "adult"), ("Dora", "adult"), ("Emil", "adult"), ("Kim", "child"), ("Gus", "guest")] {
            let link = try await ben.expect(201, "POST", "\(path)/invitations", ["role": .text(role)]).link.string
            try await people[name]?.expect(200, "POST", "/api/v1/invitations/\(link?.split(separator: "/").last ?? "")/acceptance")
        }
        for member in try await ben.expect(200, "GET", "\(path)/members").items.list {
            members[member.name.string ?? ""] = member.id.string
        }
        try await plan(ben)
        try await live(ben, subject)
        try await Workers.run()
        // Somebody may be both: administrator of the server, and to be surprised.
        _ = try await Administrators(TestDatabase.current.owner).add("\(subject + address)@example.org".lowercased())
    }

    /// Occasions, people, limits.
    private mutating func plan(_ ben: Person) async throws {
        for (name, day, limit) in [("Christmas", "2030-12-25", 60_000), ("Birthdays", "2030-06-01", 0), ("Easter", "2031-04-13", nil)] as [(String, String, Int?)] {
            occasions.append(try await ben.make(
                "\(path)/occasions", ["name": .text(name), "day": .text(day), "limit": limit.map(Self.euros) ?? .null]))
        }
        for name in ["Ana", "Kim", "Cy"] {
            recipients[name] = try await ben.make("\(path)/recipients", ["name": .text(name), "member": .text(members[name] ?? ""), "notes": "Likes blue."])
        }
        let couple = try await ben.make("\(path)/recipients", ["name": .text(Self.couple), "members": .list(["Dora", "Emil"].map { .text(members[$0] ?? "") })])
        recipients[Self.couple] = couple
        for name in ["Granny", "Somebody"] { recipients[name] = try await ben.make("\(path)/recipients", ["name": .text(name)]) }
        for name in ["Granny", "Somebody", "Cy"] {
            try await ben.expect(200, "PUT", "\(path)/occasions/\(occasions[0])/limits/\(try recipient(name))", ["limit": Self.euros(1_000)])
        }
    }

    /// Gifts for everybody, one bought for each; a notice for everybody; an event, and scans; and then it turns out who
    /// `Somebody` is.
    private mutating func live(_ ben: Person, _ subject: String) async throws {
        for name in recipients.keys.sorted() {
            let giver = try self[name == "Cy" ? "Kim" : "Cy"]
            let gift = try await giver.make("\(path)/occasions/\(occasions[0])/gifts", ["recipient": .text(try recipient(name)), "name": "Kite", "estimate": Self.euros(1_500)])
            try await giver.expect(201, "POST", "\(path)/occasions/\(occasions[0])/gifts/\(gift)/purchase", ["paid": Self.euros(1_700), "day": "2030-11-02"])
            _ = try await ben.make("\(path)/occasions/\(occasions[1])/gifts", ["recipient": .text(try recipient(name)), "name": "Ball"])
        }
        _ = try await ben.make("\(path)/events", ["title": "Party", "start": ["day": "2030-12-24"]])
        for name in ["Ben", "Ana", "Dora", "Kim"] { receipts.append(try await self[name].upload("receipt", to: path)) }
        try await Workers.run()
        try await ben.expect(200, "PATCH", "\(path)/recipients/\(try recipient("Somebody"))", ["member": .text(members[subject] ?? "")])
    }

    static func euros(_ minor: Int) -> JSONDocument { ["minor": .number(Double(minor)), "currency": "EUR"] }

    /// Where it is about noon: no day begins while a test runs.
    private static func noonZone() -> String {
        let hour = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: .now).hour ?? 12
        // These names count westwards.
        let west = hour - 12
        return west == 0 ? "Etc/GMT" : "Etc/GMT\(west > 0 ? "+" : "")\(west)"
    }
}
