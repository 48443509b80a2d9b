import ServiceKit

/// Hands messages to the mail server, one at a time, each over a connection of its own (libcurl).
///
/// Calls queue in the actor, so the caller bounds how many it makes; each takes at most `SMTPDeadlines.total`.
public actor SMTPClient {
    private let server: SMTPServer
    private let deadlines: SMTPDeadlines
    private let executor: ThreadExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    public init(_ server: SMTPServer, deadlines: SMTPDeadlines = SMTPDeadlines()) {
        Curl.start()
        self.server = server
        self.deadlines = deadlines
        executor = ThreadExecutor(label: "smtp")
    }

    isolated deinit { executor.stop() }

    /// Sends `message` to its one recipient, and returns the server's yes.
    ///
    /// Throws `SMTPFailure`, and `MailMessage.Refusal` before anything is sent. A cancelled task gives up within
    /// a second as long as the message is not handed over; from then on it waits for the answer.
    @discardableResult
    public func send(_ message: MailMessage) throws -> SMTPReply {
        let transfer = SMTPTransfer(server: server, deadlines: deadlines)
        return try transfer.send(message.encoded(), from: message.from.address, to: message.to.address)
    }
}
