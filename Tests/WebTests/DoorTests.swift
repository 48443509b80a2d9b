import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import Web

/// Who is let in, and which forms are taken.
@Suite(.ownDatabase) struct DoorTests {
    private func post(_ browser: Browser, _ target: String, _ fields: String, _ headers: [String: String] = [:]) async -> HTTPResponse {
        var request = browser.request("POST", target)
        request.headers["Content-Type"] = "application/x-www-form-urlencoded"
        for (name, value) in headers { request.headers[name] = value }
        request.body = Array(fields.utf8)
        return await browser.pages.respond(to: request)
    }

    @Test func `Signing up leads to the first household, and the next visit back to it`() async throws {
        var ana = try Browser()
        try await ana.get("/")
        #expect(ana.answer.path == "/signin")
        let home = try await ana.settle("Ana")
        #expect(home.hasPrefix("/h/"))
        try await ana.get("/")
        #expect(ana.answer.path == home)
        #expect(ana.answer.headers["Cache-Control"] == "no-store")
        #expect(ana.answer.headers["Content-Security-Policy"]?.contains("script-src 'self'") == true)
    }

    @Test func `A known address gets no second account and no other answer until its password is known`() async throws {
        var ana = try Browser()
        _ = try await ana.settle("Ana")
        var eve = Browser(at: ana)
        try await eve.get("/signup")
        try await eve.send("/signup", ["name": "Eve", "email": "ana@example.org", "password": "another quiet grey owl"])
        #expect(eve.answer.path == "/signin")
        #expect(!eve.answer.text.contains("exists") && !eve.answer.text.contains("taken"))
        try await eve.send("/signin", ["email": "ana@example.org", "password": "another quiet grey owl"])
        #expect(eve.answer.status == 422)
        let known = eve.answer.text.replacing("ana@example.org", with: "")
        try await eve.send("/signin", ["email": "nobody@example.org", "password": "another quiet grey owl"])
        #expect(eve.answer.status == 422)
        #expect(eve.answer.text.replacing("nobody@example.org", with: "") == known)
    }

    @Test(arguments: ["12345678", "password1", "ana@example.org", "short"]) func `A password that anybody would try is refused in words`(password: String) async throws {
        var ana = try Browser()
        try await ana.get("/signup")
        try await ana.send("/signup", ["name": "Ana", "email": "ana@example.org", "password": password])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("id=\"f-password-error\""))
        #expect(!ana.answer.text.contains("value=\"\(password)\"") || password == "ana@example.org")
    }

    @Test func `A form without its token, with another's, or from elsewhere does nothing`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/gifts")
        let token = try #require(ana.matches(/name=_csrf value="([^"]+)"/).first)
        var eve = Browser(at: ana)
        try await eve.get("/signin")
        let foreign = try #require(eve.matches(/name=_csrf value="([^"]+)"/).first)
        let fields = "name=Christmas&day=2030-12-25"
        #expect(await post(ana, "\(home)/occasions", fields).status == 403)
        #expect(await post(ana, "\(home)/occasions", "\(fields)&_csrf=\(foreign)").status == 403)
        for headers in [["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"]] {
            #expect(await post(ana, "\(home)/occasions", "\(fields)&_csrf=\(token)", headers).status == 403, "\(headers)")
        }
        try await ana.get("\(home)/gifts")
        #expect(!ana.answer.text.contains("Christmas</h2>"))
        #expect(await post(ana, "\(home)/occasions", "\(fields)&_csrf=\(token)", ["Origin": Browser.origin, "Sec-Fetch-Site": "same-origin"]).status == 303)
        // The door's forms are tied to the browser they were shown in.
        #expect(await post(ana, "/signin", "email=a&password=b&_csrf=\(foreign)").status == 403)
    }

    @Test func `Signing out ends the session on the server and clears the browser`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/household")
        let kept = ana
        let token = try #require(ana.hiddenFields(of: "/signout")?["_csrf"])
        let response = await post(ana, "/signout", "_csrf=\(token)")
        #expect(response.status == 303)
        #expect(response.headers["Clear-Site-Data"] == "\"cache\", \"storage\"")
        // The old cookie opens nothing any more.
        var thief = kept
        try await thief.get("\(home)/gifts?occasion=")
        #expect(thief.answer.path == "/signin?next=\(home)/gifts%3Foccasion%3D")
        try await thief.send("/signin", ["email": "ana@example.org", "password": "three quiet grey owls"])
        #expect(thief.answer.path == "\(home)/gifts?occasion=")
    }

    @Test(arguments: ["//evil.example", "https://evil.example", "/\\evil.example", "/a b", ""]) func `Nobody is sent to another host after signing in`(next: String) {
        #expect(DoorHandlers.ownPath(next) == nil)
        #expect(DoorHandlers.ownPath("/join/x?a=b") == "/join/x?a=b")
    }

    @Test func `No page changes anything by being looked at`() async throws {
        let browser = try Browser()
        let gets = browser.pages.router.routes.filter { $0.method == "GET" }.map(\.pattern)
        let posts = browser.pages.router.routes.filter { $0.method == "POST" }.map(\.pattern)
        #expect(gets.count + posts.count == browser.pages.router.routes.count)
        for pattern in posts where ["removal", "return", "purchase", "reading", "retry"].contains(where: pattern.hasSuffix) { #expect(!gets.contains(pattern)) }
    }

    @Test(arguments: [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36", "Chrome on Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0", "Firefox on Android"),
        ("curl/7.88.1", "A browser"),
    ])
    func `A device is called what its owner would call it`(agent: String, words: String) {
        #expect(DeviceName(userAgent: agent).words == words)
    }
}
