public import Household
public import HTTPServer
import Secrets
import ServiceKit
public import Store

extension Router<APIContext> {
    mutating func addInvitations() {
        on("POST", "/api/v1/households/:household/invitations", invite)
        on("GET", "/api/v1/households/:household/invitations", listInvitations)
        on("DELETE", "/api/v1/households/:household/invitations/:invitation", revokeInvitation)
        on("GET", "/api/v1/invitations/:token", showInvitation)
        on("POST", "/api/v1/invitations/:token/acceptance", acceptInvitation)
    }
}

struct NewInvitation: RequestBody {
    var email: String?
    var role: Role

    init(_ fields: inout Fields) {
        email = fields.optionalText("email", 3...254)
        role = fields.value("role")
        if let email { fields.check(MailAddress(email) != nil, "email", "is no mail address such as ann@example.org") }
    }
}

@Sendable private func invite(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: NewInvitation = try request.decode()
    let id = Invitation.ID(.v7())
    let token = context.linkSecret.token(purpose: "invitation", id: id.uuid)
    let invitation = try await context.store.invite(id, tokenHash: token.hash, email: body.email, role: body.role, as: caller)
    return .json(201, InvitationAnswer(invitation: invitation, link: "\(context.origin)/join/\(token.text)"))
}

@Sendable private func listInvitations(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .list(try await context.store.openInvitations(as: try context.caller(request, path)).map { InvitationAnswer(invitation: $0, link: nil) })
}

@Sendable private func revokeInvitation(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.revokeInvitation(try path.id("invitation"), as: try context.caller(request, path))
    return .noContent
}

/// Reads only: a robot that follows the link redeems nothing.
@Sendable private func showInvitation(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .json(200, try await context.store.invitation(behind: try token(path).hash))
}

@Sendable private func acceptInvitation(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let key = try context.session(request)
    return .json(200, try await context.store.acceptInvitation(try token(path).hash, by: key))
}

private func token(_ path: Path) throws(Problem) -> Token {
    guard let token = Token(path.text("token")) else { throw .notFound }
    return token
}

private struct InvitationAnswer: JSONValue {
    let invitation: Invitation
    let link: String?

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", invitation.id)
            $0.field("email", invitation.email)
            $0.field("role", invitation.role.rawValue)
            $0.field("expires", Moment(invitation.expires))
            $0.field("mail", invitation.mail)
            if let link { $0.field("link", link) }
        }
    }
}

extension Invitation.Mail: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("state", state.rawValue)
            $0.field("detail", detail)
        }
    }
}

extension InvitationPreview: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("household", household)
            $0.field("invitedBy", invitedBy)
            $0.field("role", role.rawValue)
            $0.field("open", isOpen)
        }
    }
}

extension Membership: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("household", household)
            $0.field("member", member)
            $0.field("role", role.rawValue)
        }
    }
}
