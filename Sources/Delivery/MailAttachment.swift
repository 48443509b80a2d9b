import Foundation

/// A file sent with a message.
public struct MailAttachment: Sendable, Equatable {
    /// As shown to the reader; any text.
    public var filename: String
    /// `type/subtype` with parameters, for example `text/calendar; charset=UTF-8; method=REQUEST`.
    public var contentType: String
    public var bytes: [UInt8]

    public init(filename: String, contentType: String, bytes: [UInt8]) {
        self.filename = filename
        self.contentType = contentType
        self.bytes = bytes
    }

    /// Throws where the content type could not stand in a header.
    func part() throws(MailMessage.Refusal) -> MIMEPart {
        let words = contentType.split(separator: " ").map(String.init)
        guard contentType.contains("/"), contentType.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw MailMessage.Refusal(field: "content type of \(HeaderText.oneLine(filename))")
        }
        var body: [UInt8] = []
        body.reserveCapacity(bytes.count * 3 / 2)
        for start in stride(from: 0, to: bytes.count, by: 57) {
            body += Data(bytes[start..<min(start + 57, bytes.count)]).base64EncodedString().utf8
            body += "\r\n".utf8
        }
        return MIMEPart(
            headers: [
                HeaderField("Content-Type", words: words),
                HeaderField("Content-Transfer-Encoding", words: ["base64"]),
                HeaderField("Content-Disposition", words: ["attachment;"] + filenameWords),
            ], body: body)
    }

    /// The `filename` parameter: quoted where it is short ASCII, else in the numbered and encoded pieces of RFC 2231.
    private var filenameWords: [String] {
        let name = HeaderText.oneLine(filename)
        if name.utf8.count <= 60, name.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            return ["filename=\"\(name)\""]
        }
        var pieces = [""]
        for byte in name.utf8 {
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            let hex = String(byte, radix: 16, uppercase: true)
            let text = isPlain ? String(UnicodeScalar(byte)) : "%" + (hex.count == 1 ? "0" : "") + hex
            if pieces[pieces.count - 1].utf8.count + text.utf8.count > 48 { pieces.append("") }
            pieces[pieces.count - 1] += text
        }
        if pieces.count == 1 { return ["filename*=UTF-8''\(pieces[0])"] }
        return pieces.enumerated().map { index, piece in
            "filename*\(index)*=\(index == 0 ? "UTF-8''" : "")\(piece)\(index == pieces.count - 1 ? "" : ";")"
        }
    }
}
