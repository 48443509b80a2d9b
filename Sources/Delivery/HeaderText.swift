import Foundation

/// Writes free text, a subject or a name, as the words of a header field (RFC 5322 §2.2, RFC 2047).
///
/// Whatever the text holds, the words are printable ASCII without spaces: nothing in it can end the line.
enum HeaderText {
    /// A word over this is written as encoded words, which can be folded.
    static let longestWord = 60
    /// Bytes in one encoded word: `=?UTF-8?B?…?=` has 64 characters with them, and fits behind a field's name.
    static let encodedByteCount = 39

    /// The text in one line: each run of spaces, line ends and other control characters is one space.
    static func oneLine(_ text: String) -> String {
        text.unicodeScalars.split { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: scalar == " "
            }
        }.map(String.init).joined(separator: " ")
    }

    /// The words of an unstructured field such as `Subject`.
    static func unstructured(_ text: String) -> [String] {
        let text = oneLine(text)
        return isPlain(text) ? text.split(separator: " ").map(String.init) : encodedWords(text)
    }

    /// The words of a display name: bare, quoted, or encoded.
    static func phrase(_ text: String) -> [String] {
        let text = oneLine(text)
        guard isPlain(text) else { return encodedWords(text) }
        if text.utf8.allSatisfy({ isAtomText($0) || $0 == UInt8(ascii: " ") }) { return text.split(separator: " ").map(String.init) }
        let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        // A quoted string may be folded at its spaces.
        return "\"\(quoted)\"".split(separator: " ").map(String.init)
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
            && text.split(separator: " ").allSatisfy { $0.utf8.count <= longestWord }
    }

    static func isAtomText(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
        }
    }

    /// Each word holds whole characters of Unicode, as RFC 2047 §5 asks; readers join the words without a space.
    private static func encodedWords(_ text: String) -> [String] {
        var words: [String] = []
        var chunk: [UInt8] = []
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if chunk.count + bytes.count > encodedByteCount {
                words.append(encodedWord(chunk))
                chunk = []
            }
            chunk += bytes
        }
        if !chunk.isEmpty { words.append(encodedWord(chunk)) }
        return words
    }

    private static func encodedWord(_ bytes: [UInt8]) -> String { "=?UTF-8?B?\(Data(bytes).base64EncodedString())?=" }
}
