import Secrets
import Testing

@Suite struct PasswordRuleTests {
    private func refusal(_ password: String) -> PasswordRefusal? {
        PasswordRule.refusal(of: password, email: "Anna.Hill@example.org", name: "Anna Hill")
    }

    @Test(arguments: [
        "eight888", "all lower case", "ALLUPPERCASE", "       x", "nul\0nul\0", "ÄÖÜäöüß€", "🎁🎄🎂🧸🚲⚽️📚", String(repeating: "ab", count: 512),
    ])
    func `any long enough password is taken, whatever it is made of`(password: String) { #expect(refusal(password) == nil) }

    @Test(arguments: ["", "short", "1234567", "aaaaaaa", "🎁🎁🎁🎁🎁🎁🎁", "e\u{301}e\u{301}e\u{301}e\u{301}"])
    func `a password under eight characters is too short`(password: String) { #expect(refusal(password) == .tooShort) }

    @Test func `a password over 1024 bytes is too long`() {
        #expect(refusal(String(repeating: "ab", count: 512) + "c") == .tooLong)
        #expect(refusal(String(repeating: "é", count: 513)) == .tooLong)
    }

    @Test(arguments: ["password", "PassWord1", "12345678", "qwertyuiop", "iloveyou", "correcthorsebatterystaple", "aaaaaaaaaaaa", "🎁🎁🎁🎁🎁🎁🎁🎁"])
    func `what anybody would try first is refused`(password: String) { #expect(refusal(password) == .common) }

    @Test(arguments: ["anna.hill@example.org", "ANNA.HILL", "anna hill", "AnnaHill"])
    func `the person's own name and address are refused`(password: String) { #expect(refusal(password) == .personal) }

    @Test func `every refusal says what to do`() {
        #expect(PasswordRefusal.allCases.allSatisfy { $0.message.hasSuffix(".") })
        #expect(PasswordRefusal.tooShort.message.contains("8 characters"))
    }
}
