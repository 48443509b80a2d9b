/// An answer of a mail server: the code of three digits, and the server's own words for a person to read.
public struct SMTPReply: Sendable, Equatable {
    public var code: Int
    /// In one line, at most 500 characters.
    public var words: String

    public init(code: Int, words: String) {
        self.code = code
        self.words = words
    }

    /// It speaks of the server or of us, whatever it answers: the service closes (421), its system is full or
    /// shut (X.3.z of RFC 3463 in a 4xx), or it wants a sign-in or TLS first (RFC 4954).
    var concernsServer: Bool {
        code == 421 || (400..<500).contains(code) && words.hasPrefix("4.3.") || [530, 534, 535, 538].contains(code)
    }
}

extension SMTPReply: CustomStringConvertible {
    public var description: String { "\(code) \(words)" }
}
