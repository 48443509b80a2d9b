import CSodium

/// Starts libsodium, once a process; every use of the library goes through here first.
///
/// It can only fail where the kernel gives no random bytes, and then no secret may be made.
enum Sodium {
    static func start() { _ = started }

    private static let started: Void = precondition(sodium_init() >= 0, "libsodium could not start")

    /// BLAKE2b-256 of `message`, keyed where `key` (16 to 64 bytes) is given.
    static func hash(_ message: [UInt8], key: [UInt8] = []) -> [UInt8] {
        start()
        var digest = [UInt8](repeating: 0, count: 32)
        let status = crypto_generichash(&digest, digest.count, message, UInt64(message.count), key, key.count)
        precondition(status == 0, "BLAKE2b refuses keys over 64 bytes only")
        return digest
    }
}
