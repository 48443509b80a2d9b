import Foundation
public import Household
public import HTTPServer
import Secrets
import ServiceKit
public import Store

extension Router<APIContext> {
    mutating func addAccounts() {
        on("POST", "/api/v1/accounts", signUp)
        on("POST", "/api/v1/sessions", signIn)
        on("GET", "/api/v1/sessions/current", showSession)
        on("DELETE", "/api/v1/sessions/current", signOut)
        on("DELETE", "/api/v1/sessions", signOutEverywhere)
    }
}

struct NewAccount: RequestBody {
    var email: String
    var password: String
    var name: String
    var locale: String?
    var zone: Zone?

    init(_ fields: inout Fields) {
        email = fields.text("email", 3...254)
        password = fields.secret("password", 1...PasswordRule.maximumByteCount)
        name = fields.text("name", 1...200)
        locale = fields.optionalText("locale", 2...35)
        zone = fields.optional("zone")
        if !email.isEmpty { fields.check(MailAddress(email) != nil, "email", "is no mail address such as ann@example.org") }
        if !password.isEmpty, let refusal = PasswordRule.refusal(of: password, email: email, name: name) {
            fields.check(false, "password", refusal.message)
        }
    }
}

struct Credentials: RequestBody {
    var email: String
    var password: String

    init(_ fields: inout Fields) {
        email = fields.text("email", 1...254)
        password = fields.secret("password", 1...PasswordRule.maximumByteCount)
    }
}

/// The same answer for a new address and for one that has an account: its owner keeps theirs, and nobody else
/// learns of it.
@Sendable private func signUp(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let body: NewAccount = try request.decode()
    let account = Account(id: .init(.v7()), email: body.email, name: body.name, locale: body.locale ?? "en", zone: body.zone ?? .utc)
    try await context.door.signUp(account, password: body.password, network: request.peer)
    return .json(201, account)
}

@Sendable private func signIn(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let body: Credentials = try request.decode()
    let session = try await context.door.signIn(
        email: body.email, password: body.password, device: request.headers["User-Agent"] ?? "", network: request.peer)
    return .json(201, session)
}

@Sendable private func showSession(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let key = try context.session(request)
    let account = try await context.store.account(key)
    try await context.store.touchSession(key)
    return .json(200, SessionAnswer(account: account))
}

@Sendable private func signOut(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.endSession(try context.session(request))
    return .noContent
}

@Sendable private func signOutEverywhere(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.endAllSessions(try context.session(request))
    return .noContent
}

extension Account: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", id)
            $0.field("email", email)
            $0.field("name", name)
            $0.field("locale", locale)
            $0.field("zone", zone.name)
        }
    }
}

extension OpenedSession: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("token", token.text)
            $0.field("account", account)
            $0.field("expires", Moment(expires))
        }
    }
}

private struct SessionAnswer: JSONValue {
    let account: Account
    func write(to json: inout JSONWriter) { json.object { $0.field("account", account) } }
}
