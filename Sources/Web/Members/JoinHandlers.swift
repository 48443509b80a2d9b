import Household
import HTTPServer
import Secrets
import Store

/// An invitation's link. Looking redeems nothing: mail programs look at every link.
struct JoinHandlers: Sendable {
    let visit: Visit
    /// The token as it stands in the path.
    let text: String

    func show() async throws -> HTTPResponse {
        guard let token = Token(text), let preview = try await preview(token), preview.isOpen else { return expired() }
        let page = JoinPage(
            householdName: preview.household, invitedBy: Face(name: preview.invitedBy, paper: Paper(0)), roleWords: preview.role.invitationWords,
            path: "/join/\(token.text)", viewer: try await viewer())
        // The token must not leave in a Referer header.
        return visit.page(page.html(in: visit.doorFrame)).with("Referrer-Policy", "same-origin")
    }

    func join() async throws -> HTTPResponse {
        guard let token = Token(text) else { return expired() }
        do {
            let membership = try await visit.store.acceptInvitation(token.hash, by: try visit.key)
            return visit.seeOther("/h/\(membership.household)", saying: .word(.welcome))
        } catch StoreError.signedOut {
            return visit.seeOther("/signin?next=/join/\(token.text)")
        } catch StoreError.conflict(type: "already-member", detail: _) {
            return visit.seeOther("/")
        } catch StoreError.notFound {
            return expired()
        } catch StoreError.conflict {
            return expired()
        }
    }

    private func preview(_ token: Token) async throws -> InvitationPreview? {
        do { return try await visit.store.invitation(behind: token.hash) } catch StoreError.notFound { return nil }
    }

    private func viewer() async throws -> JoinPage.Viewer {
        guard visit.token != nil else { return .signedOut }
        do { return .signedIn(name: try await visit.store.account(try visit.key).name) } catch StoreError.signedOut { return .signedOut }
    }

    private func expired() -> HTTPResponse { visit.page(JoinExpiredPage().html(in: visit.doorFrame), status: 404) }
}
