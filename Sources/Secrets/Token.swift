import CSodium

/// A bearer secret of 256 random bits: a session, an invitation link, an app password.
///
/// The text is handed out once; the database stores `hash` alone, so that a copy of it opens nothing.
public struct Token: Sendable, Equatable {
    static let byteCount = 32

    private let bytes: [UInt8]

    /// A new token from the kernel's random source.
    public init() {
        Sodium.start()
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        randombytes_buf(&bytes, bytes.count)
        self.bytes = bytes
    }

    /// The token that `text` writes, or nil: exactly 43 characters of base64url without padding (RFC 4648 §5),
    /// in the one canonical form.
    public init?(_ text: String) {
        guard text.utf8.count == 43 else { return nil }
        Sodium.start()
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        var count = 0
        // Without an end pointer, libsodium refuses what it cannot read to the end, and bits left over.
        let status = sodium_base642bin(
            &bytes, bytes.count, text, text.utf8.count, nil, &count, nil, Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING))
        guard status == 0, count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    init(bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount)
        self.bytes = bytes
    }

    /// 43 characters that need no escaping in a URL, a cookie or a header.
    public var text: String {
        var text = [CChar](repeating: 0, count: 44)
        sodium_bin2base64(&text, text.count, bytes, bytes.count, Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING))
        return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// BLAKE2b-256 of the raw bytes: what is stored and looked up. A plain hash is enough, as there are
    /// too many tokens to try.
    public var hash: [UInt8] { Sodium.hash(bytes) }

    public static func == (a: Token, b: Token) -> Bool { ConstantTime.equal(a.bytes, b.bytes) }
}

extension Token: CustomStringConvertible, CustomReflectable {
    /// Never the secret: a token that is printed or interpolated by accident stays one.
    public var description: String { "Token(hidden)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
