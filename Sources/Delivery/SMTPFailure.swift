/// Why a message is not known to be on its way.
public enum SMTPFailure: Error, Sendable, Equatable {
    /// It was not accepted, and may be later: no connection, no TLS, a refused sign-in, a 4xx answer.
    case temporary(SMTPReply?, cause: String)
    /// The server refused this message or its recipient with a 5xx answer: it will never take it.
    case permanent(SMTPReply)
    /// All of the message was handed over, and the answer never came. The server may have accepted it: sending
    /// again can deliver it twice.
    case unknown(cause: String)
}

/// An answer of a mail server: the code of three digits, and the server's own words for a person to read.
public struct SMTPReply: Sendable, Equatable {
    public var code: Int
    /// In one line, at most 500 characters.
    public var words: String

    public init(code: Int, words: String) {
        self.code = code
        self.words = words
    }
}

extension SMTPReply: CustomStringConvertible {
    public var description: String { "\(code) \(words)" }
}
