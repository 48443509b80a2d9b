/// Why a message is not known to be on its way.
public enum SMTPFailure: Error, Sendable, Equatable {
    /// The server is out of reach, or takes no mail of ours at present: no connection, no TLS, a refused sign-in
    /// or sender, 421. It says nothing about the message or its recipient.
    case unavailable(SMTPReply?, cause: String)
    /// The server does not take this message for this person now (4xx): greylisting, a full mailbox.
    case deferred(SMTPReply)
    /// The server refused this message or its recipient with a 5xx answer: it will never take it.
    case permanent(SMTPReply)
    /// All of the message was handed over, and the answer never came. The server may have accepted it: sending
    /// again can deliver it twice.
    case unknown(cause: String)
}

extension SMTPFailure: CustomStringConvertible {
    /// The server's own words where it said something.
    public var description: String {
        switch self {
        case .deferred(let reply), .permanent(let reply): "\(reply)"
        case .unavailable(let reply, let cause): reply.map { "\($0)" } ?? cause
        case .unknown(let cause): "no answer to the whole message: \(cause)"
        }
    }
}
