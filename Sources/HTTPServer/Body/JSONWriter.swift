/// Appends JSON to a byte array. Names and commas are its business, so what comes out is always JSON.
///
///     json.object {
///         $0.field("id", gift.id)
///         $0.field("name", gift.name)
///     }
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    public init() { bytes.reserveCapacity(2048) }

    // Inlinable: callers get code for their own types instead of looking each one up.

    @inlinable public mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    @inlinable public mutating func array<Items: Sequence>(_ items: Items, _ element: (inout JSONWriter, Items.Element) -> Void) {
        open(UInt8(ascii: "["))
        for item in items { element(&self, item) }
        close(UInt8(ascii: "]"))
    }

    @inlinable public mutating func array<Items: Sequence>(_ items: Items) where Items.Element: JSONValue {
        array(items) { $1.write(to: &$0) }
    }

    /// One member of the object that is being written. A nil is written as `null`.
    @inlinable public mutating func field(_ name: StaticString, _ value: some JSONValue) {
        self.name(name)
        value.write(to: &self)
    }

    /// One member whose value is an object.
    @inlinable public mutating func field(_ name: StaticString, object members: (inout JSONWriter) -> Void) {
        self.name(name)
        object(members)
    }

    /// One member whose name is only known at run time.
    @inlinable public mutating func field(named name: String, _ value: some JSONValue) {
        string(name)
        colon()
        value.write(to: &self)
    }

    public mutating func string(_ text: some StringProtocol) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.withContiguousStorageIfAvailable({ escape($0) }) == nil { Array(text.utf8).withUnsafeBufferPointer { escape($0) } }
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func integer(_ value: some BinaryInteger) {
        separate()
        guard value != 0 else { return bytes.append(UInt8(ascii: "0")) }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = UInt64(value.magnitude)
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    public mutating func null() { literal("null") }

    /// Text that is JSON already, such as a number's digits.
    mutating func literal(_ text: some StringProtocol) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    /// Sixteen bytes as an id in lower case; made here because answers hold many.
    mutating func uuid(_ raw: UnsafeRawBufferPointer) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for (index, byte) in raw.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { bytes.append(UInt8(ascii: "-")) }
            bytes.append(hexadecimal(byte >> 4))
            bytes.append(hexadecimal(byte & 0xF))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    @usableFromInline mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        colon()
    }

    @usableFromInline mutating func colon() {
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    @usableFromInline mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    @usableFromInline mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Copies whole runs; only quotes, backslashes and control characters need an escape.
    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for (index, byte) in text.enumerated() where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            bytes.append(contentsOf: text[start..<index])
            start = index + 1
            bytes.append(UInt8(ascii: "\\"))
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
            case 0x0A: bytes.append(UInt8(ascii: "n"))
            case 0x0D: bytes.append(UInt8(ascii: "r"))
            case 0x09: bytes.append(UInt8(ascii: "t"))
            default:
                bytes.append(contentsOf: "u00".utf8)
                bytes.append(hexadecimal(byte >> 4))
                bytes.append(hexadecimal(byte & 0xF))
            }
        }
        bytes.append(contentsOf: text[start...])
    }

    private func hexadecimal(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
