import Foundation
import Household
import HTTPServer
import Secrets
import ServiceKit
import Store

extension Router<WebContext> {
    mutating func addDoor() {
        doorPage("/") { visit, _ in try await DoorHandlers(visit: visit).start() }
        doorPage("/signin") { visit, _ in DoorHandlers(visit: visit).showSignIn() }
        doorForm("/signin") { visit, form, _ in try await DoorHandlers(visit: visit).signIn(form) }
        doorPage("/signup") { visit, _ in DoorHandlers(visit: visit).showSignUp() }
        doorForm("/signup") { visit, form, _ in try await DoorHandlers(visit: visit).signUp(form) }
        doorForm("/signout") { visit, _, _ in try await DoorHandlers(visit: visit).signOut(everywhere: false) }
        doorForm("/signout/everywhere") { visit, _, _ in try await DoorHandlers(visit: visit).signOut(everywhere: true) }
        doorForm("/sessions/:session/removal") { visit, _, path in try await DoorHandlers(visit: visit).endSession(try path.id("session")) }
        doorPage("/households") { visit, _ in try await FoundingHandlers(visit: visit).show() }
        doorForm("/households") { visit, form, _ in try await FoundingHandlers(visit: visit).found(form) }
        doorPage("/join/:token") { visit, path in try await JoinHandlers(visit: visit, text: path.text("token")).show() }
        doorForm("/join/:token") { visit, _, path in try await JoinHandlers(visit: visit, text: path.text("token")).join() }
    }
}

/// In and out.
struct DoorHandlers: Sendable {
    let visit: Visit

    private var context: WebContext { visit.context }

    /// The household last looked at, or what comes before having one.
    func start() async throws -> HTTPResponse {
        guard visit.token != nil else { return visit.seeOther("/signin") }
        do {
            let households = try await visit.store.households(try visit.key)
            guard let first = households.first else { return visit.seeOther("/households") }
            let last = visit.request.cookie(TodayHandlers.homeCookie)
            let home = households.first { $0.profile.id.description == last } ?? first
            return visit.seeOther("/h/\(home.profile.id)")
        } catch StoreError.signedOut {
            return visit.seeOther("/signin")
        }
    }

    func showSignIn(_ entries: Entries = .empty, status: Int = 200) -> HTTPResponse {
        let next = entries.values["next"] ?? visit.request.query["next"] ?? ""
        return visit.page(SignInPage(next: Self.ownPath(next) ?? "", entries: entries).html(in: visit.doorFrame), status: status)
    }

    func signIn(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let email = form.text("email", upTo: 254)
        if form["password"].isEmpty { form.refuse("password", "is needed") }
        guard form.isSound else { return showSignIn(form.entries, status: 422) }
        do {
            return try await letIn(email, form["password"], next: form["next"])
        } catch Door.Refusal.wrongCredentials {
            form.refuseAll("That address and password don’t go together.")
            return showSignIn(form.entries, status: 422)
        } catch Door.Refusal.tooManyAttempts(let seconds) {
            form.refuseAll("That was wrong too often. Try again in \(count(seconds, "second", "seconds")).")
            return showSignIn(form.entries, status: 429).with("Retry-After", "\(seconds)")
        }
    }

    func showSignUp(_ entries: Entries = .empty, status: Int = 200) -> HTTPResponse {
        let next = entries.values["next"] ?? visit.request.query["next"] ?? ""
        return visit.page(SignUpPage(next: Self.ownPath(next) ?? "", entries: entries).html(in: visit.doorFrame), status: status)
    }

    /// Makes the account and signs in with it. Where the address has one, nothing is made, and who knows its
    /// password is let in all the same.
    func signUp(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let name = form.text("name", upTo: 80)
        let email = form.text("email", upTo: 254)
        let password = form["password"]
        var address: MailAddress?
        if !email.isEmpty {
            do throws(MailAddress.Refusal) { address = try MailAddress(parsing: email) } catch { form.refuse("email", error.message) }
        }
        if password.isEmpty {
            form.refuse("password", "is needed")
        } else if let refusal = PasswordRule.refusal(of: password, email: email, name: name) {
            form.refuse("password", refusal.message)
        }
        guard form.isSound, let address else { return showSignUp(form.entries, status: 422) }
        let account = Account(id: .init(.v7()), email: address.description, name: name, locale: "en", zone: Self.localZone)
        do {
            try await context.door.signUp(account, password: password, network: context.network(visit.request))
            return try await letIn(address.description, password, next: form["next"])
        } catch Door.Refusal.wrongCredentials {
            let next = Self.ownPath(form["next"]).map { "?next=\($0.queryEncoded)" } ?? ""
            return visit.seeOther("/signin\(next)", saying: .word(.knownAddress))
        } catch Door.Refusal.tooManyAttempts(let seconds) {
            form.refuseAll("That was a lot at once. Try again in \(count(seconds, "second", "seconds")).")
            return showSignUp(form.entries, status: 429).with("Retry-After", "\(seconds)")
        }
    }

    private func letIn(_ email: String, _ password: String, next: String) async throws -> HTTPResponse {
        let device = DeviceName(userAgent: visit.request.headers["User-Agent"] ?? "").words
        let session = try await context.door.signIn(email: email, password: password, device: device, network: context.network(visit.request))
        let age = Duration.seconds(Store.sessionLifetimeDays * 86_400)
        return visit.seeOther(Self.ownPath(next) ?? "/").setting(context.cookie(context.sessionCookie, session.token.text, maximumAge: age))
    }

    func signOut(everywhere: Bool) async throws -> HTTPResponse {
        do {
            if everywhere { try await visit.store.endAllSessions(try visit.key) } else { try await visit.store.endSession(try visit.key) }
        } catch StoreError.signedOut {
            // It is over already.
        }
        var response = visit.seeOther("/signin", saying: .word(.signedOut)).setting(context.cookie(context.sessionCookie, "", maximumAge: .zero))
        for (name, value) in PageHeaders.signedOut { response.headers[name] = value }
        return response
    }

    func endSession(_ session: SessionView.ID) async throws -> HTTPResponse {
        try await visit.store.endSession(session, by: try visit.key)
        let home = visit.request.cookie(TodayHandlers.homeCookie).flatMap { HouseholdProfile.ID($0) }
        return visit.seeOther(home.map { "/h/\($0)/household" } ?? "/", saying: .word(.removed))
    }

    /// `path` where it is one of this server, and not the address of another host in disguise.
    static func ownPath(_ path: String) -> String? {
        let bytes = Array(path.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= 2000, bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
        return bytes.count > 1 && bytes[1] == UInt8(ascii: "/") ? nil : path
    }

    /// Where the server is, the family is most likely.
    static var localZone: Zone { Zone(TimeZone.current.identifier) ?? .utc }
}
