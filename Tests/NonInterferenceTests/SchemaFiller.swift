import TestSupport

/// Makes a body that an operation takes out of its schema, with ids of the caller's choice.
struct SchemaFiller {
    let document: JSONDocument
    /// An id for a property of this name.
    let id: (String) -> String

    func body(_ schema: JSONDocument) -> JSONDocument { fill(schema, "", 0) }

    private func fill(_ schema: JSONDocument, _ name: String, _ depth: Int) -> JSONDocument {
        if let reference = schema["$ref"].string {
            return depth > 8 ? .null : fill(document.components.schemas[String(reference.split(separator: "/").last ?? "")], name, depth + 1)
        }
        if let choice = schema.anyOf.list.first ?? schema.oneOf.list.first { return fill(choice, name, depth + 1) }
        if let word = schema["enum"].list.first { return word }
        switch schema.type.string {
        case "object":
            return .object(schema.properties.members.mapValues { $0 }.reduce(into: [:]) { $0[$1.key] = fill($1.value, $1.key, depth + 1) })
        case "array": return .list([fill(schema.items, name, depth + 1)])
        case "integer", "number": return .number(max(schema.minimum.number ?? 1, 1))
        case "boolean": return true
        default: return .text(text(schema, name))
        }
    }

    private func text(_ schema: JSONDocument, _ name: String) -> String {
        switch schema.format.string {
        case "uuid": id(name)
        case "date": "2030-12-24"
        case "date-time": "2030-12-24T12:00:00Z"
        case "uri": "https://example.org/"
        case "email": "somebody@example.org"
        default: schema.pattern.string == "^[A-Z]{3}$" ? "EUR" : name == "zone" ? "Europe/Dublin" : "Text"
        }
    }
}
