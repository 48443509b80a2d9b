public import Foundation
public import ServiceKit

/// The key of this installation, from which the tokens of links in mail are derived.
///
/// A worker that writes a mail derives the token again from the id of what the link is for; neither the
/// payload of the job nor the database holds it. Another key ends every link handed out so far.
public struct LinkSecret: Sendable {
    static let minimumByteCount = 32

    private let key: [UInt8]

    /// Throws unless `text` has at least 32 bytes.
    public init(_ text: String) throws(ConfigurationError) {
        guard text.utf8.count >= Self.minimumByteCount else {
            throw ConfigurationError(problems: [
                "MANTEL_SECRET must have at least \(Self.minimumByteCount) bytes; make one with: openssl rand -base64 32",
            ])
        }
        // The key of BLAKE2b has at most 64 bytes; hashing the text first lets it be longer.
        key = Sodium.hash([UInt8](text.utf8))
    }

    /// Reads `MANTEL_SECRET`; what is wrong with it becomes a problem of `environment`, and the answer nil.
    public static func read(from environment: inout Environment) -> LinkSecret? {
        guard let text: String = environment.value("MANTEL_SECRET") else { return nil }
        do {
            return try LinkSecret(text)
        } catch {
            environment.report(error)
            return nil
        }
    }

    /// The token for one purpose and one thing: the same for the same arguments, and unrelated to that of any
    /// other purpose or thing (keyed BLAKE2b).
    public func token(purpose: StaticString, id: UUID) -> Token {
        // The id has a fixed length, so no two pairs write the same bytes.
        let message = Array("\(purpose)".utf8) + withUnsafeBytes(of: id.uuid) { Array($0) }
        return Token(bytes: Sodium.hash(message, key: key))
    }

    /// An identifier that stands for `text`: the same for the same text, not to be guessed without the key
    /// (RFC 9562, version 8).
    public func identifier(of text: String) -> UUID {
        var bytes = Sodium.hash(Array("identifier\0\(text)".utf8), key: key)
        bytes[6] = 0x80 | bytes[6] & 0x0F
        bytes[8] = 0x80 | bytes[8] & 0x3F
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

extension LinkSecret: CustomStringConvertible, CustomReflectable {
    /// Never the key.
    public var description: String { "LinkSecret(hidden)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
