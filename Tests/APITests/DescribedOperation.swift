import Foundation
import HTTPServer

/// One operation as the document, read back from its bytes, describes it.
struct DescribedOperation: Sendable {
    var id: String
    var method: String
    /// As OpenAPI writes it.
    var template: String
    var takesJSON: Bool
    var required: [String]
    /// The longest text of each field that has a limit.
    var longest: [(name: String, length: Int)]
    private var formats: [String: String]

    /// As the router writes it.
    var pattern: String { template.replacing("{", with: ":").replacing("}", with: "") }

    func path(_ ids: [String: String]) -> String {
        var path = template.dropFirst("/api/v1".count).replacing("{token}", with: "unknown")
        for (name, id) in ids { path.replace("{\(name)}", with: id) }
        return String(path)
    }

    /// Text of `length` characters that is of the field's kind.
    func text(_ name: String, _ length: Int) -> String {
        let opening = formats[name] == "uri" ? "https://example.org/" : ""
        let ending = formats[name] == "email" ? "@" + String(repeating: "b.", count: 90) + "example.org" : ""
        return opening + String(repeating: "ax", count: length).prefix(length - opening.count - ending.count) + ending
    }

    static func all(in document: [UInt8]) -> [DescribedOperation] {
        guard let json = try? JSON(document) else { return [] }
        return json["paths"].members.flatMap { template, operations in
            operations.members.map { method, operation in DescribedOperation(method.uppercased(), template, operation) }
        }
    }

    private init(_ method: String, _ template: String, _ operation: JSON) {
        self.method = method
        self.template = template
        id = operation["operationId"].text
        let schema = operation["requestBody"]["content"]["application/json"]["schema"]
        takesJSON = schema != .null
        required = schema["required"].elements.map(\.text)
        longest = []
        formats = [:]
        for (name, property) in schema["properties"].members {
            let text = property["anyOf"].elements.first ?? property
            if case .number(let digits) = text["maxLength"], let length = Int(digits) { longest.append((name, length)) }
            if text["format"] != .null { formats[name] = text["format"].text }
        }
    }
}

extension JSON {
    /// Null where there is none.
    subscript(name: String) -> JSON {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }
    var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
    var text: String { if case .string(let text) = self { text } else { "" } }
}
