public import Foundation

/// A value that knows its JSON. Members come out in the order they are written.
public protocol JSONValue {
    func write(to json: inout JSONWriter)
}

extension String: JSONValue {
    public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Substring: JSONValue {
    public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Bool: JSONValue {
    public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension Int: JSONValue {
    public func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Int64: JSONValue {
    public func write(to json: inout JSONWriter) { json.integer(self) }
}

/// JSON has no infinity and no NaN: they are written as `null`.
extension Double: JSONValue {
    public func write(to json: inout JSONWriter) { isFinite ? json.literal(description) : json.null() }
}

/// Lower case, as PostgreSQL writes it.
extension UUID: JSONValue {
    public func write(to json: inout JSONWriter) { withUnsafeBytes(of: uuid) { json.uuid($0) } }
}

/// A moment in UTC to the millisecond (RFC 3339).
extension Date: JSONValue {
    public func write(to json: inout JSONWriter) { json.string(formatted(.iso8601WithFractions)) }
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
    fileprivate static var iso8601WithFractions: Self { Self(includingFractionalSeconds: true) }
}

extension Optional: JSONValue where Wrapped: JSONValue {
    @inlinable public func write(to json: inout JSONWriter) {
        if let self { self.write(to: &json) } else { json.null() }
    }
}

extension Array: JSONValue where Element: JSONValue {
    @inlinable public func write(to json: inout JSONWriter) { json.array(self) }
}

extension JSON: JSONValue {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let value): json.bool(value)
        case .number(let digits): json.literal(digits)
        case .string(let text): json.string(text)
        case .array(let elements): json.array(elements)
        case .object(let members):
            json.object { json in
                for (name, value) in members.sorted(by: { $0.key < $1.key }) { json.field(named: name, value) }
            }
        }
    }
}
