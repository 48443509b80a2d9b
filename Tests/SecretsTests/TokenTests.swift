import Foundation
import Secrets
import ServiceKit
import Testing

@Suite struct TokenTests {
    @Test func `a token survives its text and hides from print`() {
        let token = Token()
        #expect(token.text.utf8.count == 43)
        #expect(token.text.utf8.allSatisfy { byte in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains(byte) })
        #expect(Token(token.text) == token)
        #expect(Token(token.text)?.hash == token.hash)
        #expect(Token() != token)
        var dumped = ""
        dump(token, to: &dumped)
        #expect(!"\(token) \(String(reflecting: token)) \(dumped)".contains(token.text))
    }

    @Test func `the stored hash is BLAKE2b-256 of the raw bytes`() throws {
        // b2sum -l 256 of 32 zero bytes.
        let zero = try #require(Token(String(repeating: "A", count: 43)))
        #expect(zero.hash.map { String(format: "%02x", $0) }.joined() == "89eb0d6a8a691dae2cd15ed0369931ce0a949ecafa5c3f93f8121833646e15c3")
    }

    @Test(arguments: [
        "", "A", String(repeating: "A", count: 42), String(repeating: "A", count: 44), String(repeating: "A", count: 42) + "B",
        String(repeating: "A", count: 42) + "=", String(repeating: "A", count: 42) + "+", String(repeating: "A", count: 42) + "/",
        String(repeating: "A", count: 42) + " ", String(repeating: "A", count: 42) + "\0", "\n" + String(repeating: "A", count: 42),
        String(repeating: "A", count: 20) + "\0" + String(repeating: "A", count: 22), String(repeating: "A", count: 41) + "é",
    ])
    func `a text that is not exactly a token is refused`(text: String) { #expect(Token(text) == nil) }

    @Test func `bytes are compared whole`() {
        #expect(ConstantTime.equal([1, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.equal([1, 2, 3], [1, 2, 4]))
        #expect(!ConstantTime.equal([1, 2, 3], [1, 2]))
        #expect(ConstantTime.equal([], []))
    }
}

@Suite struct LinkSecretTests {
    private static let text = "a secret of more than thirty-two bytes"

    @Test func `a link's token can be derived again, and only for its purpose, id and key`() throws {
        let secret = try LinkSecret(Self.text), other = try LinkSecret(Self.text + "!")
        let id = UUID()
        let token = secret.token(purpose: "invitation", id: id)
        #expect(try LinkSecret(Self.text).token(purpose: "invitation", id: id) == token)
        let others = [secret.token(purpose: "reset", id: id), secret.token(purpose: "invitation", id: UUID()), other.token(purpose: "invitation", id: id)]
        #expect(others.allSatisfy { $0 != token })
    }

    @Test func `a short key is a problem that says what to do`() {
        var environment = Environment(["MANTEL_SECRET": "too short"])
        #expect(LinkSecret.read(from: &environment) == nil)
        let error = #expect(throws: ConfigurationError.self) { try environment.validate() }
        #expect(error?.description.contains("MANTEL_SECRET must have at least 32 bytes") == true)
        #expect(error?.description.contains("too short") == false)
    }

    @Test func `a missing key is a problem, and a good one is read`() throws {
        var environment = Environment([:])
        #expect(LinkSecret.read(from: &environment) == nil)
        #expect(throws: ConfigurationError.self) { try environment.validate() }
        var good = Environment(["MANTEL_SECRET": Self.text])
        let secret = try #require(LinkSecret.read(from: &good))
        try good.validate()
        #expect(!"\(secret)".contains("secret of"))
    }
}
