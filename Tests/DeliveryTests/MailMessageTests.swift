import Delivery
import Foundation
import Household
import TestSupport
import Testing

/// What another program reads from our mail: the sink parses it with Python's `email`.
@Suite struct MailMessageTests {
    private func delivered(_ message: MailMessage) async throws -> MailSink.Record {
        let sink = try await MailSink.plain.value
        try await SMTPClient(sink.server()).send(message)
        return try sink.record(of: message)
    }

    private static let headers = [
        "Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
    ]

    private static let names: [(String, String)] = [
        ("Anna", "Anna"), ("Anna: the first", "Anna: the first"), ("O'Neil, Anna (aunt) <a@b.c>", "O'Neil, Anna (aunt) <a@b.c>"),
        (#"Anna "the cook" \ Hill"#, #"Anna "the cook" \ Hill"#), ("A. # / @ ; , .", "A. # / @ ; , ."), ("Žofie Ångström", "Žofie Ångström"),
        ("👨‍👩‍👧‍👦 the Hills 🎁", "👨‍👩‍👧‍👦 the Hills 🎁"), ("דָּנִיֵּאל כהן", "דָּנִיֵּאל כהן"), ("عبد الرحمن", "عبد الرحمن"),
        (String(repeating: "Anna ", count: 40), String(repeating: "Anna ", count: 39) + "Anna"),
        (String(repeating: "x", count: 200), String(repeating: "x", count: 200)), (String(repeating: "é", count: 200), String(repeating: "é", count: 200)),
        ("=?UTF-8?B?QQ==?=", "=?UTF-8?B?QQ==?="), ("Anna\r\nBcc: thief@example.org", "Anna Bcc: thief@example.org"),
        ("Anna\nX-Evil: 1\r\n\r\nbody", "Anna X-Evil: 1 body"), ("Anna\0\u{1B}[31m\u{85}\u{2028}Hill", "Anna [31m Hill"), ("\r\n", ""), ("", ""),
    ]

    @Test(arguments: names)
    func `whatever the name, the mail is well formed and has one recipient`(name: String, shown: String) async throws {
        let message = try sample(name: name, subject: "Over budget: \(name)")
        let record = try await delivered(message)
        #expect(record.defects.isEmpty)
        #expect(record.headers.map { $0[0] } == Self.headers)
        #expect(record.envelopeTo == ["anna@example.org"])
        #expect(record.to == [[shown, "anna@example.org"]])
        #expect(record.from == [["Mantel", "mantel@example.org"]])
        #expect(record.header("Subject") == (shown.isEmpty ? "Over budget:" : "Over budget: \(shown)"))
        #expect(record.text == "Hello\n")
        #expect(record.longestLine <= 78)
    }

    @Test func `the fixed headers say when, which and that a machine wrote it`() async throws {
        let message = try sample()
        let record = try await delivered(message)
        #expect(record.header("Date") == "Tue, 01 Dec 2026 08:05:00 +0000")
        #expect(record.date == 1_796_112_300)
        #expect(record.header("Message-ID") == "<\(message.id.uuidString.lowercased())@example.org>")
        #expect(record.header("Auto-Submitted") == "auto-generated")
        #expect(record.envelopeFrom == "mantel@example.org")
    }

    private static let texts: [String] = [
        ".", "..", ".\n.\r\n.\rx", ".leading dot\n..two", "trailing space \ntab\t\n", "a=b = c =3D", String(repeating: "x", count: 5000),
        String(repeating: "ü🎁", count: 700), String(repeating: " ", count: 300), "From here\nFrom there", "\n\n\nblank lines\n\n\n", "", "nul\0 bell\u{7}",
        String(repeating: "x", count: 75) + "=", String(repeating: "x", count: 76), String(repeating: "x", count: 74) + "é",
    ]

    @Test(arguments: texts)
    func `a text arrives to the byte, in short lines`(text: String) async throws {
        let record = try await delivered(try sample(text: text))
        var expected = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        if expected.last != "\n" { expected += "\n" }
        #expect(record.text?.replacing("\r\n", with: "\n") == expected)
        #expect(record.longestLine <= 78)
        #expect(record.defects.isEmpty)
    }

    @Test func `HTML and attachments come along, with their names in any script`() async throws {
        let names = ["invite.ics", "Škola \"výlet\".ics", "家族の予定.ics", String(repeating: "long ", count: 30) + "名.ics", "a\r\nX-Evil: 1.ics"]
        let attachments = names.map { MailAttachment(filename: $0, contentType: "text/calendar; charset=UTF-8; method=REQUEST", bytes: Array(repeating: 65, count: 300)) }
        let record = try await delivered(try sample(text: "Plain 🎁", html: "<p>Rich 🎁</p>", attachments: attachments))
        #expect(record.defects.isEmpty)
        #expect(record.headers.map { $0[0] } == Self.headers)
        #expect(record.text == "Plain 🎁\n" && record.html == "<p>Rich 🎁</p>\n")
        #expect(record.attachments == names.dropLast().map { [$0, "text/calendar"] } + [["a X-Evil: 1.ics", "text/calendar"]])
        #expect(record.longestLine <= 78)
    }

    @Test(arguments: ["text/calendar\r\nBcc: thief@example.org", "text/plain\n", "calendar", "text/cal\0endar", "text/é"])
    func `a content type that could break out of its header is refused by name`(type: String) throws {
        let message = try sample(attachments: [MailAttachment(filename: "invite.ics", contentType: type, bytes: [])])
        let error = #expect(throws: MailMessage.Refusal.self) { try message.encoded() }
        #expect(error?.field == "content type of invite.ics")
    }

    @Test func `the bytes are CRLF lines of ASCII and the same every time`() throws {
        let message = try sample(name: "Žofie\n", subject: "🎁\r\n🎁", text: "a\rb\nc\r\nd", html: "<p>é", attachments: [
            MailAttachment(filename: "x", contentType: "image/png", bytes: [0, 10, 13, 255]),
        ])
        let bytes = try message.encoded()
        #expect(try message.encoded() == bytes)
        #expect(bytes.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 13 || $0 == 10) })
        for (index, byte) in bytes.enumerated() {
            if byte == 10 { #expect(index > 0 && bytes[index - 1] == 13) }
            if byte == 13 { #expect(index + 1 < bytes.count && bytes[index + 1] == 10) }
        }
    }

    @Test func `a message over the limit is refused`() throws {
        let message = try sample(text: String(repeating: "x", count: MailMessage.maximumByteCount + 1))
        #expect(throws: MailMessage.Refusal.self) { try message.encoded() }
    }

    @Test func `a sender is read from a setting`() throws {
        let address = try MailAddress(parsing: "mantel@localhost")
        #expect(Correspondent("Mantel <mantel@localhost>") == Correspondent(name: "Mantel", address: address))
        #expect(Correspondent("\"The Hills\" <mantel@localhost>") == Correspondent(name: "The Hills", address: address))
        #expect(Correspondent("mantel@localhost") == Correspondent(address: address))
        #expect(Correspondent("<mantel@localhost>") == Correspondent(address: address))
        for text in ["", "Mantel", "Mantel <>", "Mantel <a@b", "a@b>, c@d", "<a@b> x"] { #expect(Correspondent(text) == nil) }
    }
}
