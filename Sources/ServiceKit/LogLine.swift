import Foundation

/// One JSON object on one line, written by hand: a line is written for every request, and Foundation's
/// formatters took ten times as long as the request itself.
struct LogLine {
    private(set) var bytes: [UInt8] = [UInt8(ascii: "{")]

    /// Appends a member. Whatever `value` holds, the line stays one line and valid JSON.
    mutating func add(_ name: String, _ value: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        string(name)
        bytes.append(UInt8(ascii: ":"))
        string(value)
    }

    mutating func end() {
        bytes.append(UInt8(ascii: "}"))
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(UInt8(ascii: "0") + byte >> 4)
                bytes.append(byte & 0xF < 10 ? UInt8(ascii: "0") + byte & 0xF : UInt8(ascii: "a") + byte & 0xF - 10)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Now, in UTC to the millisecond (RFC 3339).
    static func now() -> String {
        var moment = timespec()
        clock_gettime(CLOCK_REALTIME, &moment)
        var parts = tm()
        gmtime_r(&moment.tv_sec, &parts)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        func digits(_ value: Int, _ count: Int, then separator: Unicode.Scalar) {
            var power = 1
            for _ in 1..<count { power *= 10 }
            while power > 0 {
                text.append(UInt8(ascii: "0") + UInt8(value / power % 10))
                power /= 10
            }
            text.append(UInt8(ascii: separator))
        }
        digits(Int(parts.tm_year) + 1900, 4, then: "-")
        digits(Int(parts.tm_mon) + 1, 2, then: "-")
        digits(Int(parts.tm_mday), 2, then: "T")
        digits(Int(parts.tm_hour), 2, then: ":")
        digits(Int(parts.tm_min), 2, then: ":")
        digits(Int(parts.tm_sec), 2, then: ".")
        digits(moment.tv_nsec / 1_000_000, 3, then: "Z")
        return String(decoding: text, as: UTF8.self)
    }
}
