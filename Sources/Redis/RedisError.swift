/// Why a command has no reply.
public enum RedisError: Error, Sendable, Equatable {
    /// No connection, or it ended before the reply came: whether the command was done is unknown.
    case disconnected(String)
    /// The server answered, and refused.
    case refused(String)
    /// The caller was cancelled while it waited for a reconnection.
    case cancelled

    /// The first word of a refusal (`NOGROUP`, `OOM`).
    public var code: String? {
        if case .refused(let text) = self { text.prefix { $0 != " " }.description } else { nil }
    }
}
