import CSodium

/// Comparison of secrets whose duration says nothing about where they differ.
public enum ConstantTime {
    /// Whether the bytes are the same. Only a difference in length, which is not secret, ends it early.
    public static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        Sodium.start()
        return a.count == b.count && sodium_memcmp(a, b, a.count) == 0
    }
}
