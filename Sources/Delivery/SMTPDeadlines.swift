/// How long one delivery may take.
public struct SMTPDeadlines: Sendable, Equatable {
    /// Until the connection stands, with TLS.
    public var connect: Duration
    /// Until the server has answered one command; whole seconds.
    public var answer: Duration
    /// From the first to the last moment. RFC 5321 would wait 10 minutes for the last answer alone; a server
    /// near enough to take the mail of a family has no need of that.
    public var total: Duration

    public init(connect: Duration = .seconds(10), answer: Duration = .seconds(60), total: Duration = .seconds(90)) {
        self.connect = connect
        self.answer = answer
        self.total = total
    }
}

extension Duration {
    var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
