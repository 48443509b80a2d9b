public import struct Foundation.Data
public import struct Foundation.Date
public import struct Foundation.UUID

/// A value on its way to the server.
public enum Parameter: Sendable, Equatable {
    case null
    /// Text as PostgreSQL's input function of the type reads it. A NUL in it is refused when the statement is sent.
    case text(String)
    case int(Int)
    case uuid(UUID)
    /// The bytes of a `bytea`, sent as they are.
    case bytes([UInt8])
}

/// A type that can be interpolated into `SQL`. Types of the domain conform through a simpler one:
///
///     extension Day: SQLValue { public var parameter: Parameter { .text(description) } }
public protocol SQLValue: Sendable {
    var parameter: Parameter { get }
}

extension String: SQLValue { public var parameter: Parameter { .text(self) } }
extension Int: SQLValue { public var parameter: Parameter { .int(self) } }
extension Int32: SQLValue { public var parameter: Parameter { .int(Int(self)) } }
extension Bool: SQLValue { public var parameter: Parameter { .text(self ? "t" : "f") } }
extension Double: SQLValue { public var parameter: Parameter { .text("\(self)") } }
extension UUID: SQLValue { public var parameter: Parameter { .uuid(self) } }
extension Data: SQLValue { public var parameter: Parameter { .bytes([UInt8](self)) } }
/// An instant, to the microsecond (timestamptz).
extension Date: SQLValue { public var parameter: Parameter { .text(Timestamp.text(of: self)) } }

extension Optional: SQLValue where Wrapped: SQLValue {
    public var parameter: Parameter { self?.parameter ?? .null }
}

/// A type whose arrays can be interpolated into `SQL`, as one parameter: a PostgreSQL array, or a `bytea` for bytes.
/// A type that is an `SQLValue` already only needs to say that it conforms.
public protocol SQLArrayElement: Sendable {
    static func parameter(for elements: [Self]) -> Parameter
}

extension SQLArrayElement where Self: SQLValue {
    public static func parameter(for elements: [Self]) -> Parameter { .text(ArrayText.render(elements.lazy.map(\.parameter))) }
}

extension Array: SQLValue where Element: SQLArrayElement {
    public var parameter: Parameter { Element.parameter(for: self) }
}

extension String: SQLArrayElement {}
extension Int: SQLArrayElement {}
extension Int32: SQLArrayElement {}
extension Bool: SQLArrayElement {}
extension Double: SQLArrayElement {}
extension UUID: SQLArrayElement {}
extension Date: SQLArrayElement {}
extension Optional: SQLArrayElement where Wrapped: SQLValue & SQLArrayElement {}
extension UInt8: SQLArrayElement {
    public static func parameter(for elements: [UInt8]) -> Parameter { .bytes(elements) }
}
