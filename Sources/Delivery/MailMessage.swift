public import Foundation
import Household

/// A message of ours to one person, and the bytes it has on the way (RFC 5322, MIME).
///
/// The same value always has the same bytes, so that a repeated delivery repeats the message and the reader's
/// mail server can see that. Names, subject and file names are free text: line ends in them become spaces.
/// What has a syntax is checked: an address by its type, the rest by `encoded()`.
public struct MailMessage: Sendable, Equatable {
    /// Text, HTML and attachments together; `encoded()` throws over it. Encoded, it is within the 25 MB that
    /// most servers take.
    public static let maximumByteCount = 16 << 20

    /// A part that could not stand in a message.
    public struct Refusal: Error, Equatable, CustomStringConvertible {
        public var field: String
        public var description: String { "The mail has no valid \(field)" }
    }

    /// The identity of the message; that of the job that sends it, so that an attempt more is the same message.
    public var id: UUID
    public var date: Date
    public var from: Correspondent
    public var to: Correspondent
    public var subject: String
    public var text: String
    /// The same as the text for readers that show HTML.
    public var html: String?
    public var attachments: [MailAttachment]

    public init(
        id: UUID, date: Date, from: Correspondent, to: Correspondent, subject: String, text: String, html: String? = nil,
        attachments: [MailAttachment] = []
    ) {
        self.id = id
        self.date = date
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.attachments = attachments
    }

    /// With its angle brackets.
    public var messageID: String { "<\(id.uuidString.lowercased())@\(from.address.domain)>" }

    /// The message in CRLF lines, at most 78 characters long but for an address that is longer itself.
    public func encoded() throws(Refusal) -> [UInt8] {
        let size = text.utf8.count + (html?.utf8.count ?? 0) + attachments.reduce(0) { $0 + $1.bytes.count }
        guard size <= Self.maximumByteCount else { throw Refusal(field: "size: it has over \(Self.maximumByteCount) bytes") }
        var content = MIMEPart.text(text, subtype: "plain")
        if let html { content = .multipart("alternative", boundary: boundary("a"), [content, .text(html, subtype: "html")]) }
        if !attachments.isEmpty {
            var parts = [content]
            for attachment in attachments { parts.append(try attachment.part()) }
            content = .multipart("mixed", boundary: boundary("m"), parts)
        }
        content.headers.insert(
            contentsOf: [
                HeaderField("Date", words: [MailDate.text(date)]),
                HeaderField("From", mailbox: from),
                HeaderField("To", mailbox: to),
                HeaderField("Subject", words: HeaderText.unstructured(subject)),
                HeaderField("Message-ID", words: [messageID]),
                // RFC 3834: no out-of-office answers to a machine.
                HeaderField("Auto-Submitted", words: ["auto-generated"]),
                HeaderField("MIME-Version", words: ["1.0"]),
            ], at: 0)
        return content.encoded
    }

    private func boundary(_ kind: String) -> String { "=_\(id.uuidString.lowercased())_\(kind)" }
}
