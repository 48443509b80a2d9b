import ServiceKit

/// One message at a time on a thread of its own, each over a new connection.
actor SMTPConnection {
    private let transfer: SMTPTransfer
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ transfer: SMTPTransfer) {
        self.transfer = transfer
        executor = ThreadExecutor(label: "smtp")
    }

    isolated deinit { executor.stop() }

    func send(_ message: MailMessage) throws -> SMTPReply {
        try transfer.send(message.encoded(), from: message.from.address, to: message.to.address)
    }
}
