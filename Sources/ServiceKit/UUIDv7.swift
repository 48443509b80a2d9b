public import Foundation

extension UUID {
    /// A new identifier that sorts by its time of making (RFC 9562, version 7): 48 bits of Unix
    /// milliseconds, then random bits.
    public static func v7(at moment: Date = .now) -> UUID {
        let milliseconds = UInt64(moment.timeIntervalSince1970 * 1000)
        var random = SystemRandomNumberGenerator()
        let high = milliseconds << 16 | 0x7000 | random.next() & 0x0FFF
        let low = 0x8000_0000_0000_0000 | random.next() & 0x3FFF_FFFF_FFFF_FFFF
        return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
