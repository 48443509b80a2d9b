/// Refuses what libmicrohttpd lets pass, before a byte of the body is read.
///
/// It is lenient where two servers in a row must not be: what the proxy takes for one request must never be
/// two for us (RFC 9112, 6.3 and 11.2).
enum Admission {
    /// The problem with a head, or nil.
    static func refusal(method: String, target: String, version: String, headers: HTTPHeaders) -> Problem? {
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { return Problem(505, title: "Only HTTP/1.1 and HTTP/1.0 are spoken here") }
        guard !method.isEmpty, method.utf8.allSatisfy(\.isTokenByte) else { return bad("The method is not a token") }
        guard !target.isEmpty, target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return bad("The target holds a space or a control character") }
        guard target.utf8.first == UInt8(ascii: "/") || target == "*" || target.hasPrefix("http://") || target.hasPrefix("https://") else {
            return bad("The target is neither a path nor an address")
        }

        var hosts = 0
        var lengths = 0
        var codings: [String] = []
        for (name, value) in headers {
            guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenByte) else { return bad("The name of a header is not a token") }
            guard value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else { return bad("A header holds a control character") }
            if name.equalsIgnoringCase("Host") { hosts += 1 }
            if name.equalsIgnoringCase("Content-Length") { lengths += 1 }
            if name.equalsIgnoringCase("Transfer-Encoding") { codings.append(value) }
        }
        guard hosts == 1 else { return bad("There must be exactly one Host") }
        guard lengths <= 1 else { return bad("There is more than one Content-Length") }
        if let coding = codings.first {
            guard lengths == 0 else { return bad("There is a Content-Length with a Transfer-Encoding") }
            guard version == "HTTP/1.1" else { return bad("HTTP/1.0 has no Transfer-Encoding") }
            guard codings.count == 1, coding.equalsIgnoringCase("chunked") else {
                return Problem(501, title: "The only Transfer-Encoding spoken here is chunked")
            }
        }
        return nil
    }

    private static func bad(_ detail: String) -> Problem { Problem(400, title: "The request is malformed", detail: detail + ".") }
}
