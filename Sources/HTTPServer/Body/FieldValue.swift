public import Foundation

/// Why a value cannot be what it should be: words that follow the field's name, such as "must be a day".
public struct FieldFault: Error {
    public var detail: String
    public init(_ detail: String) { self.detail = detail }
}

/// A type that one field of a request may have. Other modules add theirs: money, days, ids.
public protocol FieldValue: Sendable {
    init(json: JSON) throws(FieldFault)

    /// Stands in while the other fields are still being read; a request with a fault is refused before
    /// anyone sees it.
    static var standIn: Self { get }
}

extension String: FieldValue {
    public init(json: JSON) throws(FieldFault) {
        guard case .string(let text) = json else { throw FieldFault("must be text") }
        // PostgreSQL cannot store it, and nobody types it.
        if text.utf8.contains(0) { throw FieldFault("must not contain a NUL character") }
        self = text
    }
    public static var standIn: String { "" }
}

extension Bool: FieldValue {
    public init(json: JSON) throws(FieldFault) {
        switch json {
        case .bool(let value): self = value
        default: throw FieldFault("must be true or false")
        }
    }
    public static var standIn: Bool { false }
}

/// A whole number: `12`, not `12.0`, not `"12"`.
extension Int: FieldValue {
    public init(json: JSON) throws(FieldFault) {
        guard case .number(let digits) = json, let value = Int(digits) else { throw FieldFault("must be a whole number") }
        self = value
    }
    public static var standIn: Int { 0 }
}

extension Double: FieldValue {
    public init(json: JSON) throws(FieldFault) {
        guard case .number(let digits) = json, let value = Double(digits), value.isFinite else { throw FieldFault("must be a number") }
        self = value
    }
    public static var standIn: Double { 0 }
}

extension UUID: FieldValue {
    public init(json: JSON) throws(FieldFault) {
        guard case .string(let text) = json, let value = UUID(uuidString: text) else { throw FieldFault("must be an id") }
        self = value
    }
    public static var standIn: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}

extension JSON: FieldValue {
    public init(json: JSON) throws(FieldFault) { self = json }
    public static var standIn: JSON { .null }
}

/// An enumeration of words needs to say only that it is a `FieldValue`.
extension FieldValue where Self: RawRepresentable<String> & CaseIterable {
    public init(json: JSON) throws(FieldFault) {
        guard case .string(let text) = json, let value = Self(rawValue: text) else {
            throw FieldFault("must be one of " + Self.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self = value
    }
    public static var standIn: Self { allCases[allCases.startIndex] }
}
