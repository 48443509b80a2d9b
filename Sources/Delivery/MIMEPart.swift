/// One part of a message (RFC 2045, RFC 2046): its headers, and a body of CRLF lines that is already encoded.
struct MIMEPart {
    var headers: [HeaderField]
    var body: [UInt8]

    static func text(_ text: String, subtype: String) -> MIMEPart {
        MIMEPart(
            headers: [
                HeaderField("Content-Type", words: ["text/\(subtype);", "charset=UTF-8"]),
                HeaderField("Content-Transfer-Encoding", words: ["quoted-printable"]),
            ], body: QuotedPrintable.encode(text))
    }

    /// - Parameter boundary: begins with `=_`, which neither quoted-printable nor base64 ever writes.
    static func multipart(_ subtype: String, boundary: String, _ parts: [MIMEPart]) -> MIMEPart {
        var body: [UInt8] = []
        // The line end before a boundary belongs to the boundary; the part keeps its own (RFC 2046 §5.1.1).
        for part in parts { body += Array("--\(boundary)\r\n".utf8) + part.encoded + Array("\r\n".utf8) }
        body += "--\(boundary)--\r\n".utf8
        return MIMEPart(
            headers: [
                HeaderField("Content-Type", words: ["multipart/\(subtype);", "boundary=\"\(boundary)\""]),
                HeaderField("Content-Transfer-Encoding", words: ["7bit"]),
            ], body: body)
    }

    var encoded: [UInt8] { headers.flatMap { Array($0.encoded.utf8) } + Array("\r\n".utf8) + body }
}
