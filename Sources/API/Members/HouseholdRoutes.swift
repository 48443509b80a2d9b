public import Household
public import HTTPServer
import ServiceKit
public import Store

extension Router<APIContext> {
    mutating func addHouseholds() {
        on("POST", "/api/v1/households", foundHousehold)
        on("GET", "/api/v1/households", listHouseholds)
        on("GET", "/api/v1/households/:household", showHousehold)
        on("PATCH", "/api/v1/households/:household", changeHousehold)
        on("GET", "/api/v1/households/:household/members", listMembers)
        on("PATCH", "/api/v1/households/:household/members/:member", changeMember)
        on("DELETE", "/api/v1/households/:household/members/:member", removeMember)
    }
}

struct NewHousehold: RequestBody {
    var name: String
    var currency: Currency
    var zone: Zone

    init(_ fields: inout Fields) {
        name = fields.text("name", 1...200)
        currency = fields.value("currency")
        zone = fields.value("zone")
    }
}

struct HouseholdChange: RequestBody {
    var name: String?
    var zone: Zone?

    init(_ fields: inout Fields) {
        name = fields.optionalText("name", 1...200)
        zone = fields.optional("zone")
        fields.check(fields.change("currency", as: JSON.self) == .keep, "currency", "cannot change: amounts are kept in it")
    }
}

struct MemberChange: RequestBody {
    var role: Role
    init(_ fields: inout Fields) { role = fields.value("role") }
}

@Sendable private func foundHousehold(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let key = try context.session(request)
    let body: NewHousehold = try request.decode()
    let profile = HouseholdProfile(id: .init(.v7()), name: body.name, currency: body.currency, zone: body.zone)
    _ = try await context.store.foundHousehold(profile, by: key)
    return .created(try await context.store.household(as: .session(key, in: profile.id)), at: "/api/v1/households/\(profile.id)")
}

@Sendable private func listHouseholds(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .list(try await context.store.households(try context.session(request)))
}

@Sendable private func showHousehold(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .json(200, try await context.store.household(as: try context.caller(request, path)))
}

@Sendable private func changeHousehold(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: HouseholdChange = try request.decode()
    try await context.store.changeHousehold(name: body.name, zone: body.zone, as: caller)
    return .json(200, try await context.store.household(as: caller))
}

@Sendable private func listMembers(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .list(try await context.store.members(as: try context.caller(request, path)))
}

@Sendable private func changeMember(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: MemberChange = try request.decode()
    let member: Member.ID = try path.id("member")
    try await context.store.changeRole(of: member, to: body.role, as: caller)
    guard let changed = try await context.store.members(as: caller).first(where: { $0.id == member }) else { throw Problem.notFound }
    return .json(200, changed)
}

@Sendable private func removeMember(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.removeMember(try path.id("member"), as: try context.caller(request, path))
    return .noContent
}

extension HouseholdView: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", profile.id)
            $0.field("name", profile.name)
            $0.field("currency", profile.currency.code)
            $0.field("zone", profile.zone.name)
            $0.field("role", role.rawValue)
            $0.field("me", me)
            if !members.isEmpty { $0.field("members", members) }
        }
    }
}

extension Member: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", id)
            $0.field("name", name)
            $0.field("role", role.rawValue)
            $0.field("hasAccount", hasAccount)
        }
    }
}
