import HTTPServer

/// One operation of the API as OpenAPI describes it. What follows from its path and body (identifiers in the
/// path, the problems every body can have) is added here and nowhere else.
struct Operation: Sendable {
    var id: String
    var method: String
    var pattern: String
    var summary: String
    var query: [Parameter] = []
    var body: Body?
    var answers: [Answer]
    var faults: [Fault]
    var needsSession: Bool
    /// Takes an `Idempotency-Key`: the same request sent twice makes one thing.
    var isRepeatable: Bool
    /// Takes `If-Match`, and answers 412 where the state is another.
    var isConditional: Bool

    init(
        _ id: String, _ method: String, _ pattern: String, _ summary: String, query: [Parameter] = [], body: Body? = nil, _ answers: Answer...,
        faults: [Fault] = [], needsSession: Bool = true, isRepeatable: Bool = false, isConditional: Bool = false
    ) {
        self.id = id
        self.method = method
        self.pattern = "/api/v1" + pattern
        self.summary = summary
        self.query = query
        self.body = body
        self.answers = answers
        self.faults = faults
        self.needsSession = needsSession
        self.isRepeatable = isRepeatable
        self.isConditional = isConditional
    }

    struct Parameter: Sendable {
        var name: String
        var schema: Schema
        var words: String
    }

    enum Body: Sendable {
        case json([Schema.Property])
        /// `multipart/form-data`
        case form([Schema.Property])
        /// `text/csv`
        case table
    }

    struct Answer: Sendable {
        var status: Int
        var words: String
        var content: [String: Schema] = [:]
        var headers: [String: String] = [:]

        static func json(_ words: String, _ schema: Schema, tagged: Bool = false) -> Answer { json(200, words, schema, tagged: tagged) }

        static func json(_ status: Int, _ words: String, _ schema: Schema, tagged: Bool = false) -> Answer {
            Answer(status: status, words: words, content: ["application/json": schema], headers: tagged ? tag : [:])
        }

        private static let tag = ["ETag": "Names this state, for If-Match."]

        /// 201 with the address of what was made.
        static func made(_ schema: Schema, tagged: Bool = false) -> Answer {
            var answer = json(201, "Made.", schema, tagged: tagged)
            answer.headers["Location"] = "Its address."
            return answer
        }

        static let unchanged = Answer(status: 304, words: "The caller has this state (If-None-Match).", headers: tag)

        static let done = Answer(status: 204, words: "Done.")

        static func file(_ words: String, _ mediaTypes: String...) -> Answer {
            Answer(status: 200, words: words, content: Dictionary(uniqueKeysWithValues: mediaTypes.map { ($0, .text) }))
        }
    }

    /// The path as OpenAPI writes it: `/api/v1/households/{household}`.
    var path: String { pattern.split(separator: "/", omittingEmptySubsequences: false).map(Self.template).joined(separator: "/") }

    private static func template(_ segment: Substring) -> String {
        guard segment.hasPrefix(":") else { return String(segment) }
        let name = segment.dropFirst().prefix { $0 != "." }
        return "{\(name)}\(segment.dropFirst(name.count + 1))"
    }

    private var pathNames: [String] {
        pattern.split(separator: "/").filter { $0.hasPrefix(":") }.map { String($0.dropFirst().prefix { $0 != "." }) }
    }

    func json(tag: String) -> JSON {
        var members: [String: JSON] = [
            "operationId": .string(id), "summary": .string(summary), "tags": [.string(tag)], "responses": responses,
            "security": needsSession ? [["session": []]] : [],
        ]
        let parameters = pathParameters + queryParameters + headerParameters
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        switch body {
        case .json(let properties)?: members["requestBody"] = Self.requestBody("application/json", properties)
        case .form(let properties)?: members["requestBody"] = Self.requestBody("multipart/form-data", properties)
        case .table?: members["requestBody"] = ["required": true, "content": ["text/csv": ["schema": Schema.text.json]]]
        case nil: break
        }
        return .object(members)
    }

    private static func requestBody(_ mediaType: String, _ properties: [Schema.Property]) -> JSON {
        ["required": true, "content": .object([mediaType: ["schema": Schema.object(properties).json]])]
    }

    private var pathParameters: [JSON] {
        pathNames.map { name in
            ["name": .string(name), "in": "path", "required": true, "schema": (name == "token" ? Schema.text : .text(format: "uuid")).json]
        }
    }

    private var queryParameters: [JSON] {
        query.map { ["name": .string($0.name), "in": "query", "description": .string($0.words), "schema": $0.schema.json] }
    }

    private var headerParameters: [JSON] {
        var names: [String] = []
        if isRepeatable { names.append("IdempotencyKey") }
        if isConditional { names.append("IfMatch") }
        return names.map { ["$ref": .string("#/components/parameters/\($0)")] }
    }

    private var responses: JSON {
        var all: [String: JSON] = [:]
        for answer in answers { all[String(answer.status)] = answer.json }
        for (status, faults) in Dictionary(grouping: faults + impliedFaults, by: \.status) { all[String(status)] = Fault.response(faults) }
        return .object(all)
    }

    private var impliedFaults: [Fault] {
        var implied: [Fault] = [.busy]
        if needsSession { implied.append(.signedOut) }
        if !pathNames.isEmpty { implied.append(.notFound) }
        if body != nil { implied += [.malformed, .tooLarge, .wrongMedia, .invalid] }
        if !query.isEmpty { implied.append(.malformed) }
        if isConditional { implied.append(.changedMeanwhile) }
        return implied
    }
}

extension Operation.Answer {
    fileprivate var json: JSON {
        var members: [String: JSON] = ["description": .string(words)]
        if !content.isEmpty { members["content"] = .object(content.mapValues { ["schema": $0.json] }) }
        if !headers.isEmpty { members["headers"] = .object(headers.mapValues { ["description": .string($0), "schema": ["type": "string"]] }) }
        return .object(members)
    }
}
