/// The start tags of a page, as a browser would find them in well-formed markup like ours.
struct Markup: Sendable {
    struct Tag: Sendable, CustomStringConvertible {
        var name: String
        var attributes: [String: String]
        /// Inside a closed `details`.
        var isFolded: Bool

        var description: String { "<\(name) \(attributes)>" }
    }

    private(set) var tags: [Tag] = []

    init(_ page: String) {
        let bytes = Array(page.utf8)
        var index = 0
        /// Whether each open `details` is closed to the reader.
        var details: [Bool] = []
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count else { index += 1; continue }
            if bytes[index + 1] == UInt8(ascii: "/") {
                if bytes[index...].starts(with: "</details>".utf8) { details.removeLast() }
                index += 2
                continue
            }
            let end = Self.end(of: bytes, from: index)
            var tag = Self.tag(bytes[(index + 1)..<end])
            tag.isFolded = details.contains(true)
            if tag.name == "details" { details.append(tag.attributes["open"] == nil) }
            tags.append(tag)
            index = end + 1
        }
    }

    private static func end(of bytes: [UInt8], from start: Int) -> Int {
        var quote: UInt8?
        for index in start..<bytes.count {
            switch bytes[index] {
            case quote: quote = nil
            case UInt8(ascii: "\""), UInt8(ascii: "'"): if quote == nil { quote = bytes[index] }
            case UInt8(ascii: ">"): if quote == nil { return index }
            default: break
            }
        }
        return bytes.count
    }

    private static func tag(_ bytes: ArraySlice<UInt8>) -> Tag {
        var rest = bytes
        let name = take(&rest) { $0 == UInt8(ascii: " ") }
        var attributes: [String: String] = [:]
        while !rest.isEmpty {
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "/") }
            let key = take(&rest) { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: " ") }
            guard !key.isEmpty else { break }
            guard rest.first == UInt8(ascii: "=") else { attributes[key] = ""; continue }
            rest.removeFirst()
            if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                rest.removeFirst()
                attributes[key] = take(&rest) { $0 == quote }
                if !rest.isEmpty { rest.removeFirst() }
            } else {
                attributes[key] = take(&rest) { $0 == UInt8(ascii: " ") }
            }
        }
        return Tag(name: name, attributes: attributes, isFolded: false)
    }

    private static func take(_ bytes: inout ArraySlice<UInt8>, until isEnd: (UInt8) -> Bool) -> String {
        let part = bytes.prefix { !isEnd($0) }
        bytes = bytes.dropFirst(part.count)
        return String(decoding: part, as: UTF8.self)
    }
}
