public import HTTPServer

/// The API as OpenAPI 3.1.
public struct OpenAPIDocument: JSONValue {
    public init() {}

    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("openapi", "3.1.0")
            $0.field("info", object: {
                $0.field("title", "Mantel")
                $0.field("version", "1")
            })
            $0.field("paths", object: { _ in })
        }
    }
}
