import Foundation
import HTTPServer
import Secrets
import Store

/// One request of a browser: who may have sent it, and what every answer to it carries.
struct Visit: Sendable {
    let request: HTTPRequest
    let context: WebContext

    /// The session's token, where the cookie has the form of one. Only the store knows whether it still holds.
    let token: Token?

    /// What was to be said once.
    let note: FlashNote?

    private let doorToken: Token
    private let isNewBrowser: Bool

    init(_ request: HTTPRequest, _ context: WebContext) {
        self.request = request
        self.context = context
        token = request.cookie(context.sessionCookie).flatMap { Token($0) }
        note = request.cookie(FlashNote.cookie).flatMap { FlashNote($0) }
        let known = request.cookie(context.doorCookie).flatMap { Token($0) }
        doorToken = known ?? Token()
        isNewBrowser = known == nil
    }

    var store: Store { context.store }

    var key: SessionKey {
        get throws {
            guard let token else { throw StoreError.signedOut }
            return SessionKey(hash: token.hash)
        }
    }

    /// Derived from the session, or from a cookie of this browser where there is none: a page elsewhere knows neither.
    var csrf: CSRFToken {
        let token = token.map { context.linkSecret.token(purpose: "csrf", boundTo: $0) } ?? context.linkSecret.token(purpose: "door", boundTo: doorToken)
        return CSRFToken(value: token.text)
    }

    var doorFrame: DoorFrame { DoorFrame(assets: context.assets.paths, csrf: csrf, flash: note?.flash) }

    /// The form that was sent, once it is clear that a page of ours sent it for this browser.
    func form() throws -> FormReader {
        try checkOrigin()
        let form = try FormReader(request)
        guard ConstantTime.equal(Array(form[CSRFToken.fieldName].utf8), Array(csrf.value.utf8)) else { throw Problem.expiredForm }
        return form
    }

    /// Browsers say where a form came from. What says nothing is no browser of today, and still needs the token.
    private func checkOrigin() throws(Problem) {
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" { throw .foreignForm }
        guard let origin = request.headers["Origin"] else { return }
        // A family may also come by an address of its own network.
        let hosts = request.headers.all("Host").flatMap { ["http://\($0)", "https://\($0)"] }
        guard origin == context.origin || hosts.contains(origin) else { throw .foreignForm }
    }

    func page(_ html: HTML, status: Int = 200) -> HTTPResponse {
        var response = HTTPResponse(status: status, body: .bytes(Array(html.text.utf8)))
        for (name, value) in PageHeaders.all { response.headers[name] = value }
        if token == nil, isNewBrowser { response = response.setting(context.cookie(context.doorCookie, doorToken.text)) }
        if note != nil { response = response.setting(context.cookie(FlashNote.cookie, "", maximumAge: .zero)) }
        return response
    }

    func seeOther(_ path: String, saying note: FlashNote? = nil) -> HTTPResponse {
        let response = HTTPResponse.seeOther(path).with("Cache-Control", "no-store")
        guard let note else { return response }
        return response.setting(context.cookie(FlashNote.cookie, note.text, maximumAge: FlashNote.lifetime))
    }
}

extension LinkSecret {
    /// A token that belongs to another one and tells nothing of it.
    func token(purpose: StaticString, boundTo token: Token) -> Token {
        self.token(purpose: purpose, id: UUID(bytes: token.hash))
    }
}

extension UUID {
    /// The first 16 of `bytes`. - Precondition: there are as many.
    fileprivate init(bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
