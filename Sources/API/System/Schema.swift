import HTTPServer

/// A JSON Schema (2020-12) in the few words that this API needs.
struct Schema: Sendable {
    private(set) var members: [String: JSON]

    var json: JSON { .object(members) }

    static func text(_ length: ClosedRange<Int>? = nil, format: String? = nil) -> Schema {
        var members: [String: JSON] = ["type": "string"]
        if let length {
            members["minLength"] = .number(String(length.lowerBound))
            members["maxLength"] = .number(String(length.upperBound))
        }
        if let format { members["format"] = .string(format) }
        return Schema(members: members)
    }

    static let text = text()
    static let id = text(format: "uuid").describing("An opaque id.")
    static let moment = text(format: "date-time")
    static let day = text(format: "date")
    static let zone = text().describing("An IANA time zone such as Europe/Dublin.")
    static let currency = Schema(members: ["type": "string", "pattern": "^[A-Z]{3}$", "description": "An ISO 4217 code."])
    static let boolean = Schema(members: ["type": "boolean"])
    static let number = Schema(members: ["type": "number"])
    static let share = Schema(members: ["type": "number", "minimum": 0, "maximum": 1])

    /// One of these words.
    static func word(_ words: [String]) -> Schema { Schema(members: ["type": "string", "enum": .array(words.map(JSON.string))]) }

    static func word<Words: RawRepresentable<String> & CaseIterable>(of _: Words.Type) -> Schema { word(Words.allCases.map(\.rawValue)) }

    static func integer(_ range: ClosedRange<Int>? = nil) -> Schema {
        var members: [String: JSON] = ["type": "integer"]
        if let range {
            members["minimum"] = .number(String(range.lowerBound))
            members["maximum"] = .number(String(range.upperBound))
        }
        return Schema(members: members)
    }

    static func list(of element: Schema, atMost limit: Int? = nil) -> Schema {
        var members: [String: JSON] = ["type": "array", "items": element.json]
        if let limit { members["maxItems"] = .number(String(limit)) }
        return Schema(members: members)
    }

    /// A page of a list.
    static func page(of element: Schema) -> Schema {
        object(.always("items", list(of: element)), .always("next", text.orNull.describing("The cursor of the next page; null on the last.")))
    }

    /// An object whose names are not known beforehand.
    static func map(to value: Schema) -> Schema { Schema(members: ["type": "object", "additionalProperties": value.json]) }

    static func object(_ properties: Property...) -> Schema { object(properties) }

    static func object(_ properties: [Property]) -> Schema {
        let named = properties.map { ($0.name, $0.schema.json) }
        var members: [String: JSON] = ["type": "object", "properties": .object(Dictionary(uniqueKeysWithValues: named))]
        let required = properties.filter(\.isRequired).map { JSON.string($0.name) }
        if !required.isEmpty { members["required"] = .array(required) }
        return Schema(members: members)
    }

    /// Exactly one of these shapes.
    static func either(_ shapes: Schema...) -> Schema { Schema(members: ["oneOf": .array(shapes.map(\.json))]) }

    /// The component of this name.
    static func component(_ name: String) -> Schema { Schema(members: ["$ref": .string("#/components/schemas/\(name)")]) }

    /// One property of an object.
    struct Property: Sendable {
        var name: String
        var schema: Schema
        var isRequired: Bool

        static func always(_ name: String, _ schema: Schema) -> Property { Property(name: name, schema: schema, isRequired: true) }

        /// Of an answer: there or not, but never null.
        static func sometimes(_ name: String, _ schema: Schema) -> Property { Property(name: name, schema: schema, isRequired: false) }

        /// Of a request: may be left out, or null.
        static func optional(_ name: String, _ schema: Schema) -> Property { Property(name: name, schema: schema.orNull, isRequired: false) }
    }

    var orNull: Schema { Schema(members: ["anyOf": [json, ["type": "null"]]]) }

    func describing(_ words: String) -> Schema {
        var copy = self
        copy.members["description"] = .string(words)
        return copy
    }
}
