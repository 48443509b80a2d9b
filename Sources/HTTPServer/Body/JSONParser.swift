/// Reads JSON without recursion beyond `JSON.maximumDepth` and without looking at a byte twice.
struct JSONParser {
    struct Fault: Error {
        var reason: String
        var offset: Int
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func parse() throws(Fault) -> JSON {
        let value = try value(depth: 0)
        skipBlanks()
        guard position == bytes.count else { throw fault("There is more after the end") }
        return value
    }

    private mutating func value(depth: Int) throws(Fault) -> JSON {
        guard depth <= JSON.maximumDepth else { throw fault("The nesting is too deep") }
        skipBlanks()
        switch peek {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"): return .number(try number())
        case let byte? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): return .number(try number())
        case nil: throw fault("The text ends too early")
        default: throw fault("There is an unexpected character")
        }
    }

    private mutating func object(depth: Int) throws(Fault) -> JSON {
        var members: [String: JSON] = [:]
        position += 1
        skipBlanks()
        if take("}") { return .object(members) }
        repeat {
            skipBlanks()
            guard peek == UInt8(ascii: "\"") else { throw fault("A name is missing") }
            let start = position
            let name = try string()
            skipBlanks()
            guard take(":") else { throw fault("A colon is missing") }
            // Two readers that pick different ones of two equal names disagree about what was asked.
            guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else {
                throw Fault(reason: "A name occurs twice", offset: start)
            }
            skipBlanks()
        } while take(",")
        guard take("}") else { throw fault("A brace is missing") }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(Fault) -> JSON {
        var elements: [JSON] = []
        position += 1
        skipBlanks()
        if take("]") { return .array(elements) }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipBlanks()
        } while take(",")
        guard take("]") else { throw fault("A bracket is missing") }
        return .array(elements)
    }

    private mutating func string() throws(Fault) -> String {
        position += 1
        let start = position
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if take("\"") { return try text(bytes[start..<position - 1], from: start) }

        var unescaped = Array(bytes[start..<position])
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try unescaped.withUnsafeBufferPointer { all throws(Fault) in try text(all[...], from: start) }
            case UInt8(ascii: "\\"): try escape(into: &unescaped)
            case 0..<0x20: throw fault("A control character is not escaped")
            default: unescaped.append(byte)
            }
        }
        throw fault("A quote is missing")
    }

    private mutating func escape(into text: inout [UInt8]) throws(Fault) {
        guard let byte = peek else { throw fault("The text ends too early") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var unit = try fourDigits()
            if (0xD800..<0xDC00).contains(unit) {
                guard take("\\"), take("u"), case let low = try fourDigits(), (0xDC00..<0xE000).contains(low) else {
                    throw fault("Half of a character is missing")
                }
                unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(unit) else { throw fault("Half of a character is missing") }
            text += Array(String(Character(scalar)).utf8)
        default: throw fault("There is an unknown escape")
        }
    }

    private mutating func fourDigits() throws(Fault) -> UInt32 {
        guard position + 4 <= bytes.count else { throw fault("The text ends too early") }
        var unit: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw fault("There is an unknown escape") }
            unit = unit << 4 | UInt32(digit)
        }
        position += 4
        return unit
    }

    private mutating func number() throws(Fault) -> String {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(Fault) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        if position == start { throw fault("A digit is missing") }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(Fault) -> JSON {
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[position...].starts(with: expected) else { throw fault("There is an unexpected character") }
        position += expected.count
        return value
    }

    private func text(_ slice: Slice<UnsafeBufferPointer<UInt8>>, from offset: Int) throws(Fault) -> String {
        guard let text = String(validating: slice, as: UTF8.self) else { throw Fault(reason: "The text is not UTF-8", offset: offset) }
        return text
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func fault(_ reason: String) -> Fault { Fault(reason: reason, offset: position) }
}
