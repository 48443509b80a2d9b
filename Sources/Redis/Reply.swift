/// What the server answered to one command.
public indirect enum Reply: Sendable, Equatable {
    case null
    case integer(Int)
    /// A bulk string, which may hold any bytes.
    case bytes([UInt8])
    /// A status line such as `OK`.
    case status(String)
    /// The server refused this command; others of the same pipeline may have been done.
    case error(String)
    case array([Reply])

    /// The text of a bulk string or status, else nil.
    public var text: String? {
        switch self {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .status(let text): text
        default: nil
        }
    }

    public var integer: Int? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The elements of an array; nothing for any other reply.
    public var elements: [Reply] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The first word of an error (`NOGROUP`, `OOM`), by which errors of Redis are told apart.
    public var errorCode: String? {
        if case .error(let text) = self { text.prefix { $0 != " " }.description } else { nil }
    }
}
