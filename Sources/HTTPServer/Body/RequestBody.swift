/// A body that knows how to read itself from JSON or a form; see `Fields`.
public protocol RequestBody: Sendable {
    init(_ fields: inout Fields)
}

extension HTTPRequest {
    /// Reads a JSON body. Throws 415 for another content type, 400 for broken JSON and 422 with every
    /// wrong field.
    public func decode<T: RequestBody>(_: T.Type = T.self) throws(Problem) -> T {
        guard let type = mediaType, type == "application/json" || type.hasSuffix("+json") else {
            throw Problem(415, title: "The body must be JSON", detail: "Send it with Content-Type: application/json.")
        }
        guard case .object(let members) = try JSON(body) else {
            throw .invalid([.init("", "must be an object")])
        }
        return try Self.read(Fields(members))
    }

    /// Reads the fields of a form that has the same names as the JSON body; values are text, an empty one
    /// counts as missing, and of several with one name the first counts.
    public func decodeForm<T: RequestBody>(_: T.Type = T.self) throws(Problem) -> T {
        var members: [String: JSON] = [:]
        for (name, value) in try form() where !value.isEmpty && members[name] == nil { members[name] = .string(value) }
        return try Self.read(Fields(members))
    }

    /// The fields of an `application/x-www-form-urlencoded` body. Throws 415 for another content type and
    /// 400 for broken escapes.
    public func form() throws(Problem) -> Query {
        guard mediaType == "application/x-www-form-urlencoded" else { throw Problem(415, title: "The body must be a form") }
        guard let text = String(validating: body, as: UTF8.self), let form = Query(text) else {
            throw Problem(400, title: "The form cannot be read")
        }
        return form
    }

    /// The content type without its parameters, in lower case.
    public var mediaType: String? {
        headers["Content-Type"].map { $0.prefix { $0 != ";" }.trimmingSpaces().lowercased() }
    }

    private static func read<T: RequestBody>(_ fields: Fields) throws(Problem) -> T {
        var fields = fields
        let value = T(&fields)
        try fields.finish()
        return value
    }
}
