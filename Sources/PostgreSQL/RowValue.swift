public import Foundation

/// The value of one column in one row, not read yet.
public struct Cell: Sendable {
    @usableFromInline let result: QueryResult
    @usableFromInline let row: CInt
    @usableFromInline let column: CInt

    @inlinable init(result: QueryResult, row: CInt, column: CInt) {
        self.result = result
        self.row = row
        self.column = column
    }

    public var isNull: Bool { result.isNull(row, column) }

    /// The server's text of the value, nil for NULL.
    public var text: String? { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// Reads the text in place; nil for NULL.
    func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T?) -> T? {
        isNull ? nil : body(result.bytes(row, column))
    }
}

/// A type that can be read from a row. Types of the domain conform through a simpler one:
///
///     extension Day: RowValue { public init?(_ cell: Cell) { guard let text = cell.text else { return nil }; self.init(text) } }
public protocol RowValue {
    /// nil where the cell is NULL or does not hold such a value.
    init?(_ cell: Cell)
}

extension Optional: RowValue where Wrapped: RowValue {
    @inlinable public init?(_ cell: Cell) {
        if cell.isNull {
            self = .none
        } else {
            guard let value = Wrapped(cell) else { return nil }
            self = .some(value)
        }
    }
}

extension String: RowValue {
    public init?(_ cell: Cell) {
        guard let text = cell.text else { return nil }
        self = text
    }
}

extension Int: RowValue {
    public init?(_ cell: Cell) {
        guard let value = cell.withBytes(Int.parse) else { return nil }
        self = value
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let negative = bytes.first == UInt8(ascii: "-")
        guard bytes.count > (negative ? 1 : 0) else { return nil }
        var value = 0
        for byte in bytes.dropFirst(negative ? 1 : 0) {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            // Counts downwards, since the least integer has no positive twin.
            let (next, overflow2) = tens.subtractingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            if overflow || overflow2 { return nil }
            value = next
        }
        return negative ? value : (value == .min ? nil : -value)
    }
}

extension Int32: RowValue {
    public init?(_ cell: Cell) {
        guard let value = Int(cell) else { return nil }
        self.init(exactly: value)
    }
}

extension Bool: RowValue {
    public init?(_ cell: Cell) {
        switch cell.withBytes(\.first) {
        case UInt8(ascii: "t"): self = true
        case UInt8(ascii: "f"): self = false
        default: return nil
        }
    }
}

extension Double: RowValue {
    public init?(_ cell: Cell) {
        guard let text = cell.text else { return nil }
        self.init(text)
    }
}

extension UUID: RowValue {
    public init?(_ cell: Cell) {
        guard let uuid = cell.withBytes({ UUID.parse($0) }) else { return nil }
        self = uuid
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> UUID? {
        guard bytes.count == 36 else { return nil }
        // Not UUID(): that opens the random device each time.
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let complete = withUnsafeMutableBytes(of: &value) { uuid in
            var position = 0
            for index in 0..<16 {
                if index == 4 || index == 6 || index == 8 || index == 10 { position += 1 }
                guard let high = Hex.value(bytes[position]), let low = Hex.value(bytes[position + 1]) else { return false }
                uuid[index] = high << 4 | low
                position += 2
            }
            return true
        }
        return complete ? UUID(uuid: value) : nil
    }
}

/// An instant (timestamptz).
extension Date: RowValue {
    public init?(_ cell: Cell) {
        guard let date = cell.withBytes(Timestamp.date) else { return nil }
        self = date
    }
}

extension Data: RowValue {
    public init?(_ cell: Cell) {
        guard let bytes = [UInt8](cell) else { return nil }
        self.init(bytes)
    }
}

/// A type whose PostgreSQL arrays can be read from a row; `UInt8` reads a `bytea`.
public protocol RowArrayElement {
    static func array(_ cell: Cell) -> [Self]?
}

extension Array: RowValue where Element: RowArrayElement {
    public init?(_ cell: Cell) {
        guard let elements = Element.array(cell) else { return nil }
        self = elements
    }
}

extension UInt8: RowArrayElement {
    public static func array(_ cell: Cell) -> [UInt8]? {
        cell.withBytes { $0.starts(with: "\\x".utf8) ? Hex.bytes($0.dropFirst(2)) : nil }
    }
}

extension String: RowArrayElement {
    public static func array(_ cell: Cell) -> [String]? { ArrayText.elements(of: cell) { $0 } }
}

extension Int: RowArrayElement {
    public static func array(_ cell: Cell) -> [Int]? { ArrayText.elements(of: cell) { $0.flatMap { Int($0) } } }
}

extension UUID: RowArrayElement {
    public static func array(_ cell: Cell) -> [UUID]? { ArrayText.elements(of: cell) { $0.flatMap { UUID(uuidString: $0) } } }
}

extension Optional: RowArrayElement where Wrapped == String {
    public static func array(_ cell: Cell) -> [String?]? { ArrayText.elements(of: cell) { .some($0) } }
}

extension ArrayText {
    /// nil where the cell is no array or one of its elements is not of the type.
    static func elements<T>(of cell: Cell, _ convert: (String?) -> T?) -> [T]? {
        guard let texts = cell.withBytes(parse) else { return nil }
        let elements = texts.compactMap(convert)
        return elements.count == texts.count ? elements : nil
    }
}
