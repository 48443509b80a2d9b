import Synchronization

/// Hands messages to the mail server, a few at once, each over a connection of its own (libcurl).
///
/// More calls than connections queue, so the caller bounds how many it makes; each takes at most
/// `SMTPDeadlines.total` once it has begun.
public final class SMTPClient: Sendable {
    /// As many as a worker has lanes for mail: a recipient for whom the server stalls holds up one of them.
    public static let connections = 2

    /// `host:port`, for people.
    public let destination: String
    private let connections: [SMTPConnection]
    /// How many calls each connection has.
    private let calls: Mutex<[Int]>

    public init(_ server: SMTPServer, deadlines: SMTPDeadlines = SMTPDeadlines()) {
        Curl.start()
        destination = server.description
        connections = (0..<Self.connections).map { _ in SMTPConnection(SMTPTransfer(server: server, deadlines: deadlines)) }
        calls = Mutex(Array(repeating: 0, count: Self.connections))
    }

    /// Sends `message` to its one recipient, and returns the server's yes.
    ///
    /// Throws `SMTPFailure`, and `MailMessage.Refusal` before anything is sent. A cancelled task gives up within
    /// a second as long as the message is not handed over; from then on it waits for the answer.
    @discardableResult
    public func send(_ message: MailMessage) async throws -> SMTPReply {
        let chosen = calls.withLock { calls in
            let least = calls.indices.min { calls[$0] < calls[$1] } ?? 0
            calls[least] += 1
            return least
        }
        defer { calls.withLock { $0[chosen] -= 1 } }
        return try await connections[chosen].send(message)
    }
}
