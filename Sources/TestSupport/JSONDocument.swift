public import Foundation

/// A JSON value as a test writes and reads it: `["limit": ["minor": 600]]`, `answer.items[0].name.string`.
@dynamicMemberLookup
public enum JSONDocument: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONDocument])
    case object([String: JSONDocument])

    public init(_ bytes: some Sequence<UInt8>) throws { self = try JSONDecoder().decode(JSONDocument.self, from: Data(bytes)) }

    public var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self))
        }
    }

    /// A member, or null where there is none.
    public subscript(dynamicMember name: String) -> JSONDocument { self[name] }

    public subscript(name: String) -> JSONDocument {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    /// An item, or null where there is none.
    public subscript(index: Int) -> JSONDocument { list.indices.contains(index) ? list[index] : .null }

    /// The items; none where this is no list.
    public var list: [JSONDocument] { if case .list(let items) = self { items } else { [] } }

    public var string: String? { if case .text(let text) = self { text } else { nil } }

    public var number: Double? { if case .number(let number) = self { number } else { nil } }
}

extension JSONDocument: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSONDocument].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONDocument].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        // Money is read as whole numbers: 600, never 600.0.
        case .number(let number): if let whole = Int(exactly: number) { try container.encode(whole) } else { try container.encode(number) }
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONDocument: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSONDocument...) { self = .list(elements) }
    public init(dictionaryLiteral elements: (String, JSONDocument)...) { self = .object(Dictionary(elements) { $1 }) }
}
