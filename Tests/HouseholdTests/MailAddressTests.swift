import Household
import Testing

@Suite struct MailAddressTests {
    @Test(arguments: [
        "anna@example.org", "a.b+tag@sub.example.org", "o'neil@example.org", "anna@localhost", "anna@xn--mller-kva.de", "a@1.example", "-a@example.org",
        String(repeating: "a", count: 64) + "@example.org",
    ])
    func `an address people have is taken as it is`(text: String) throws {
        #expect(try MailAddress(parsing: text).description == text)
    }

    private static let refused: [(String, MailAddress.Refusal)] = [
        ("", .noAddress), ("anna", .noAddress), ("a@b@c", .noAddress), ("@example.org", .badLocalPart), ("anna@", .badDomain),
        ("an na@example.org", .badLocalPart), (".a@example.org", .badLocalPart), ("a..b@example.org", .badLocalPart), ("\"a b\"@example.org", .badLocalPart),
        ("a\r\nBcc:x@example.org", .badLocalPart), ("anna@example.org\r\n", .badDomain), ("anna@example.org\n", .badDomain), ("anna@exa\0mple.org", .badDomain),
        ("\tanna@example.org", .badLocalPart), ("a<b>@example.org", .badLocalPart), ("a,b@example.org", .badLocalPart), ("anna@[127.0.0.1]", .badDomain),
        ("anna@127.0.0.1", .badDomain), ("anna@-example.org", .badDomain), ("anna@example-.org", .badDomain), ("anna@example..org", .badDomain),
        ("anna@example.org.", .badDomain), ("anna@exa_mple.org", .badDomain), ("ánna@example.org", .internationalLocalPart), ("anna@müller.de", .internationalDomain),
        (String(repeating: "a", count: 65) + "@example.org", .tooLong), ("a@" + String(repeating: "b.", count: 127) + "org", .tooLong),
        ("a@" + String(repeating: "b", count: 64) + ".org", .badDomain),
    ]

    @Test(arguments: refused)
    func `what is no address is refused with its reason`(text: String, reason: MailAddress.Refusal) {
        #expect(throws: reason) { try MailAddress(parsing: text) }
        #expect(MailAddress(text) == nil)
        #expect(!reason.message.isEmpty)
    }

    @Test func `spaces around it are left out, and case does not tell addresses apart`() throws {
        let address = try MailAddress(parsing: "  Anna.Hill@Example.ORG ")
        #expect(address.description == "Anna.Hill@example.org")
        #expect(address.key == "anna.hill@example.org")
        #expect(try address == MailAddress(parsing: "ANNA.HILL@example.org"))
    }
}
