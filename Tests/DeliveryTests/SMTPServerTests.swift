import Delivery
import ServiceKit
import Testing

@Suite struct SMTPServerTests {
    private static let urls: [(String, SMTPServer)] = [
        ("smtp://mail.example.org", SMTPServer(host: "mail.example.org", port: 587, security: .startTLS)),
        ("smtps://mail.example.org/", SMTPServer(host: "mail.example.org", port: 465, security: .implicitTLS)),
        ("smtp+plain://relay:2525", SMTPServer(host: "relay", port: 2525, security: .plain)),
        ("smtp://127.0.0.1:1025", SMTPServer(host: "127.0.0.1", port: 1025, security: .plain)),
        ("smtp://localhost:1025", SMTPServer(host: "localhost", port: 1025, security: .plain)),
        ("smtp://[::1]:1025", SMTPServer(host: "::1", port: 1025, security: .plain)),
        ("smtps://a%40b.c:p%3A%2F%40ss@mail.example.org:4650",
            SMTPServer(host: "mail.example.org", port: 4650, security: .implicitTLS, credentials: .init(user: "a@b.c", password: "p:/@ss"))),
    ]

    @Test(arguments: urls)
    func `the URL says host, port, safety and sign-in`(url: String, server: SMTPServer) throws { #expect(try SMTPServer(url: url) == server) }

    @Test(arguments: [
        "", "mail.example.org", "http://mail.example.org", "smtp://", "smtp://mail.example.org/path", "smtp://mail.example.org?x=1",
        "smtp://mail.example.org:0", "smtp://mail.example.org:70000", "smtp+plain://user:hunter2@relay", "smtp://user:hunter2%0D%0A@mail.example.org",
    ])
    func `a URL that would not be safe is refused without its password`(url: String) {
        let error = #expect(throws: ConfigurationError.self) { try SMTPServer(url: url) }
        #expect(error?.description.hasPrefix("SMTP_URL ") == true)
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test func `the settings are read, and printing them hides the password`() throws {
        var environment = Environment(["SMTP_URL": "smtps://mantel:hunter2@mail.example.org", "SMTP_CA_FILE": "/etc/ssl/family.pem"])
        let server = try #require(SMTPServer.read(from: &environment))
        try environment.validate()
        #expect(server.certificates == "/etc/ssl/family.pem")
        var dumped = ""
        dump(server, to: &dumped)
        #expect(!"\(server) \(String(reflecting: server)) \(dumped)".contains("hunter2"))

        var missing = Environment([:])
        #expect(SMTPServer.read(from: &missing) == nil)
        #expect(throws: ConfigurationError.self) { try missing.validate() }
    }
}
