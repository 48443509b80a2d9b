/// One line of a calendar file (RFC 5545, 3.1): a property, its parameters and its value.
struct ContentLine {
    /// No written line is longer, in octets, without its CRLF.
    static let maximumOctets = 75

    private var line: String

    /// - Parameter value: in its final form; control characters are dropped.
    init(_ name: String, _ parameters: [(String, String)] = [], value: String) {
        line = name
        for (name, value) in parameters { line += ";\(name)=\(Self.parameter(value))" }
        line += ":" + Self.withoutControls(value)
    }

    /// A property of type TEXT.
    init(_ name: String, text: String) { self.init(name, value: Self.escaped(text)) }

    /// With its CRLF, folded between characters, or inside a character only if that alone is too long.
    var folded: String {
        guard line.utf8.count > Self.maximumOctets else { return line + "\r\n" }
        var folded = ""
        folded.reserveCapacity(line.utf8.count * 13 / 12)
        var octets = 0
        func add(_ piece: some StringProtocol) {
            let size = piece.utf8.count
            if octets + size > Self.maximumOctets {
                folded += "\r\n "
                octets = 1
            }
            folded.unicodeScalars.append(contentsOf: piece.unicodeScalars)
            octets += size
        }
        for character in line {
            if character.utf8.count < Self.maximumOctets {
                add(String(character))
            } else {
                for scalar in character.unicodeScalars { add(String(scalar)) }
            }
        }
        return folded + "\r\n"
    }

    /// TEXT (3.3.11): every kind of line end becomes `\n`; other control characters are dropped, since OCR
    /// and old files are full of them and readers choke.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        var wasReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where wasReturn: break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": escaped += "\\n"
            case "\\", ";", ",": escaped += "\\\(scalar)"
            default: if !isControl(scalar) { escaped.unicodeScalars.append(scalar) }
            }
            wasReturn = scalar == "\r"
        }
        return escaped
    }

    /// Quoted where it must be. A quotation mark cannot be written at all (3.2) and becomes an apostrophe.
    private static func parameter(_ value: String) -> String {
        // Scalars, since a quotation mark with an accent on it is another Character but still ends the value.
        let plain = String(String.UnicodeScalarView(withoutControls(value).unicodeScalars.map { $0 == "\"" ? "'" : $0 }))
        let isBare = plain.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && !":;,".unicodeScalars.contains($0) }
        return isBare ? plain : "\"\(plain)\""
    }

    private static func withoutControls(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !isControl($0) }))
    }

    /// C0 but the tab, DEL, C1, and the two line ends of Unicode.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }
}
