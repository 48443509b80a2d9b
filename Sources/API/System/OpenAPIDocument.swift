public import HTTPServer

/// The API as OpenAPI 3.1. Each feature describes its own part; a test holds the parts against the routes and
/// against what the routes answer.
public struct OpenAPIDocument: JSONValue {
    static let descriptions: [Description] = [
        .accounts, .households, .invitations, .occasions, .plans, .categories, .recipients, .gifts, .ledger, .sharedPurchases, .contributions, .repayments, .activity, .logistics,
        .giftImports, .giftMemory,
        .notices, .scans, .events, .export, .stream, .administration, .system,
    ]

    private static let json: JSON = [
        "openapi": "3.1.0",
        "info": [
            "title": "Mantel", "version": "1", "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            "description": "A family's calendar, presents and budget. Money is in minor units; errors are problem details (RFC 9457).",
        ],
        "servers": [["url": "/"]],
        "tags": .array(descriptions.map { ["name": .string($0.tag)] }),
        "paths": paths,
        "components": [
            "schemas": .object(components),
            "securitySchemes": ["session": ["type": "http", "scheme": "bearer", "description": "The token that POST /api/v1/sessions answers."]],
            "parameters": [
                "IdempotencyKey": [
                    "name": "Idempotency-Key", "in": "header", "schema": Schema.text(1...200).json,
                    "description": "The same request sent again with the same key makes one thing and gets its answer again.",
                ],
                "IfMatch": [
                    "name": "If-Match", "in": "header", "schema": Schema.text.json,
                    "description": "The ETag of the state that is changed; without it the last to write wins.",
                ],
            ],
        ],
    ]

    public init() {}

    public func write(to json: inout JSONWriter) { Self.json.write(to: &json) }

    private static var paths: JSON {
        var paths: [String: [String: JSON]] = [:]
        for description in descriptions {
            for operation in description.operations {
                paths[operation.path, default: [:]][operation.method.lowercased()] = operation.json(tag: description.tag)
            }
        }
        return .object(paths.mapValues(JSON.object))
    }

    private static var components: [String: JSON] {
        let all = descriptions.flatMap(\.components).map { ($0.key, $0.value.json) }
        return Dictionary(uniqueKeysWithValues: all)
    }
}
