import TestSupport
import Testing

/// A household that plans Christmas within a budget.
struct Planning: Sendable {
    let household: String
    let occasion: String
    var path: String { "/api/v1/households/\(household)" }

    init(by founder: Visitor, limit: Int) async throws {
        let home: JSONDocument = ["name": "The family", "currency": "EUR", "zone": "Europe/Dublin"]
        household = try #require(try await founder.expect(201, "POST", "/api/v1/households", home).id.string)
        let christmas: JSONDocument = ["name": "Christmas", "day": "2030-12-25", "limit": Self.euros(limit)]
        occasion = try #require(try await founder.expect(201, "POST", "/api/v1/households/\(household)/occasions", christmas).id.string)
    }

    static func euros(_ minor: Int) -> JSONDocument { ["minor": .number(Double(minor)), "currency": "EUR"] }

    /// Invites somebody without a mail, and has them accept.
    func join(_ guest: Visitor, invitedBy founder: Visitor) async throws {
        let link = try #require(try await founder.expect(201, "POST", "\(path)/invitations", ["role": "adult"]).link.string)
        try await guest.expect(200, "POST", "/api/v1/invitations/\(link.split(separator: "/").last ?? "")/acceptance")
    }

    /// A person to give to; `member` is the id of whom they are.
    func recipient(_ name: String, member: String? = nil, by visitor: Visitor) async throws -> String {
        var body: [String: JSONDocument] = ["name": .text(name)]
        body["member"] = member.map { .text($0) }
        return try #require(try await visitor.expect(201, "POST", "\(path)/recipients", .object(body)).id.string)
    }

    @discardableResult
    func buy(_ name: String, for recipient: String, _ minor: Int, by visitor: Visitor) async throws -> String {
        let gift: JSONDocument = ["recipient": .text(recipient), "name": .text(name)]
        let id = try #require(try await visitor.expect(201, "POST", "\(path)/occasions/\(occasion)/gifts", gift).id.string)
        try await visitor.expect(201, "POST", "\(path)/occasions/\(occasion)/gifts/\(id)/purchase", ["paid": Self.euros(minor)])
        return id
    }

    func notices(of visitor: Visitor) async throws -> [JSONDocument] { try await visitor.get("\(path)/notices").items.list }
}
