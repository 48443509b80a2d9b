/// Digests of a sequence, each over all that went before it: whatever is changed, left out, added or moved shows at its
/// first place (BLAKE2b-256 of the digest so far and the next bytes).
///
/// It finds damage. Who means to deceive can compute it as well: it is no signature.
public struct DigestChain: Sendable {
    private var digest = [UInt8](repeating: 0, count: 32)

    public init() {}

    /// Takes the next bytes; returns the first 16 digits of the digest in lower-case hexadecimal.
    public mutating func add(_ bytes: some Sequence<UInt8>) -> String {
        digest = Sodium.hash(digest + bytes)
        return digest.prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
