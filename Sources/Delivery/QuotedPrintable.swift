/// The quoted-printable encoding of text (RFC 2045 §6.7): ASCII lines of at most 76 characters.
enum QuotedPrintable {
    /// CR LF, CR and LF of `text` all end a line, and so does its end; what is left is kept to the byte.
    static func encode(_ text: String) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count * 5 / 4)
        for line in lines(text) {
            var column = 0
            for (index, byte) in line.enumerated() {
                let isLast = index == line.count - 1
                let isPlain = switch byte {
                case UInt8(ascii: "="): false
                // A space or tab at the end of a line may be lost on the way.
                case 0x20, 0x09: !isLast
                default: (0x21...0x7E).contains(byte)
                }
                let width = isPlain ? 1 : 3
                // One column is kept for the `=` of a soft line break.
                if column + width > (isLast ? 76 : 75) {
                    out += "=\r\n".utf8
                    column = 0
                }
                if isPlain { out.append(byte) } else { out += [UInt8(ascii: "="), digit(byte >> 4), digit(byte & 15)] }
                column += width
            }
            out += "\r\n".utf8
        }
        return out
    }

    private static func lines(_ text: String) -> [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        var afterReturn = false
        for byte in text.utf8 {
            switch byte {
            case 0x0A where afterReturn: break
            case 0x0A, 0x0D: lines.append([])
            default: lines[lines.count - 1].append(byte)
            }
            afterReturn = byte == 0x0D
        }
        if lines.count > 1, lines[lines.count - 1].isEmpty { lines.removeLast() }
        return lines
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
