/// A cookie to set (RFC 6265bis). The defaults are the careful ones; loosening them is visible where it is done.
public struct Cookie: Sendable {
    public enum SameSite: String, Sendable { case lax = "Lax", strict = "Strict" }

    public var name: String
    public var value: String
    public var path = "/"
    /// Nil: until the browser ends. Zero: forget it now.
    public var maximumAge: Duration?
    public var secure = true
    public var httpOnly = true
    public var sameSite = SameSite.lax

    /// - Precondition: `name` and `value` are made of characters a cookie may hold; values are ours, such as tokens.
    public init(_ name: String, _ value: String, maximumAge: Duration? = nil, secure: Bool = true) {
        precondition(!name.isEmpty && name.utf8.allSatisfy(\.isTokenByte), "not a cookie name")
        precondition(value.utf8.allSatisfy(Self.mayHold), "not a cookie value")
        self.name = name
        self.value = value
        self.maximumAge = maximumAge
        self.secure = secure
    }

    /// The value of the `Set-Cookie` field.
    public var field: String {
        var text = "\(name)=\(value); Path=\(path)"
        if let maximumAge { text += "; Max-Age=\(maximumAge.components.seconds)" }
        if secure { text += "; Secure" }
        if httpOnly { text += "; HttpOnly" }
        return text + "; SameSite=\(sameSite.rawValue)"
    }

    private static func mayHold(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && ![UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\")].contains(byte)
    }
}

extension HTTPResponse {
    /// A copy that also sets `cookie`.
    public func setting(_ cookie: Cookie) -> HTTPResponse {
        var copy = self
        copy.headers.add("Set-Cookie", cookie.field)
        return copy
    }
}

extension HTTPRequest {
    /// The value of a cookie the client sent. Of two with one name the first counts, as browsers send the
    /// one of the longer path first.
    public func cookie(_ name: String) -> String? {
        for header in headers.all("Cookie") {
            for piece in header.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = Substring(piece).trimmingSpaces()
                guard let mark = pair.utf8.firstIndex(of: UInt8(ascii: "=")), pair[..<mark] == name else { continue }
                var value = pair[pair.utf8.index(after: mark)...]
                if value.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
                return String(value)
            }
        }
        return nil
    }
}

extension UInt8 {
    /// A character of a token (RFC 9110, 5.6.2): names of methods, headers and cookies are made of these.
    var isTokenByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"),
            UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
            UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
