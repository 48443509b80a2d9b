import Foundation

/// The text form of PostgreSQL's one-dimensional arrays (documentation, "Arrays", input and output syntax).
enum ArrayText {
    static func render(_ elements: some Sequence<Parameter>) -> String {
        var text = "{"
        for element in elements {
            if text.utf8.count > 1 { text += "," }
            switch element {
            case .null: text += "NULL"
            case .int(let value): text += String(value)
            case .uuid(let value): text += value.uuidString
            case .text(let value): quote(value, into: &text)
            case .bytes(let value): quote("\\x" + value.map { String(format: "%02x", $0) }.joined(), into: &text)
            }
        }
        return text + "}"
    }

    /// Always within quotes: a bare NULL, an empty string and spaces would otherwise change their meaning.
    private static func quote(_ value: String, into text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        text += "\""
    }

    /// The elements, nil for NULL; nil where the text is not such an array.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> [String?]? {
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else { return nil }
        var elements: [String?] = []
        var element: [UInt8] = []
        var quoted = false, within = false, escaped = false
        func finish() {
            let text = String(decoding: element, as: UTF8.self)
            elements.append(!quoted && text == "NULL" ? nil : text)
        }
        if bytes.count == 2 { return [] }
        for byte in bytes[1..<(bytes.count - 1)] {
            if escaped {
                element.append(byte)
                escaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\\"): escaped = true
            case UInt8(ascii: "\""):
                within.toggle()
                quoted = true
            case UInt8(ascii: ",") where !within:
                finish()
                element.removeAll(keepingCapacity: true)
                quoted = false
            case UInt8(ascii: "{") where !within: return nil
            default: element.append(byte)
            }
        }
        if within || escaped { return nil }
        finish()
        return elements
    }
}
