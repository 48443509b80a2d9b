import Foundation
import ServiceKit
import Testing

@Suite struct EnvironmentTests {
    @Test func `every problem is reported at once`() throws {
        var environment = Environment(["PORT": "eighty"])
        let _: Int? = environment.value("PORT", default: 80)
        let _: String? = environment.value("DATABASE_URL")
        let error = #expect(throws: ConfigurationError.self) { try environment.validate() }
        #expect(error?.problems.count == 2)
        #expect(error?.description.contains("DATABASE_URL") == true)
        #expect(error?.problems.first == "PORT must be a whole number, such as 30")
    }

    @Test(arguments: ["https://mantel.example.org", "http://localhost:8080", "https://[::1]:8443/"])
    func `where people reach the installation is an address of the web, kept without a slash at its end`(text: String) {
        #expect(WebOrigin(text)?.description == (text.hasSuffix("/") ? String(text.dropLast()) : text))
    }

    @Test(arguments: ["ftp://x", "mantel.example.org", "https://", "https://x/path", "https://me@x", "https://x?y", ""])
    func `an address that no link can begin with is none`(text: String) {
        #expect(WebOrigin(text) == nil)
    }

    @Test func `a secret is read from the file that KEY_FILE names`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data("hunter2\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var environment = Environment(["SECRET_FILE": file.path])
        #expect(environment.value("SECRET") == "hunter2")
        try environment.validate()
    }

    @Test func `a secret file that is missing is a problem`() {
        var environment = Environment(["SECRET_FILE": "/nonexistent/secret"])
        _ = environment.optional("SECRET")
        #expect(throws: ConfigurationError.self) { try environment.validate() }
    }

    @Test func `an empty secret file counts as not set`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data("\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var environment = Environment(["SMTP_URL_FILE": file.path])
        #expect(environment.optional("SMTP_URL") == nil)
        try environment.validate()
    }
}
