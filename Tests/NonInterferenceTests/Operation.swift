import TestSupport

/// One operation as the served OpenAPI document describes it, so that what is added to the API later is asked too.
struct Operation: Sendable {
    struct Parameter: Sendable {
        var name: String
        var schema: JSONDocument
    }

    var method: String
    /// As OpenAPI writes it: `/api/v1/households/{household}`.
    var template: String
    var query: [Parameter]
    /// What it answers with where it succeeds.
    var mediaTypes: [String]
    /// The schema of its JSON body; null without one.
    var body: JSONDocument

    static func all(in document: JSONDocument) -> [Operation] {
        document.paths.members.flatMap { template, methods in methods.members.map { Operation($0, template, $1) } }
            .sorted { ($0.depth, $0.template, $0.method) < ($1.depth, $1.template, $1.method) }
    }

    private var depth: Int { template.split(separator: "/").count }

    private init(_ method: String, _ template: String, _ operation: JSONDocument) {
        self.method = method.uppercased()
        self.template = template
        query = operation.parameters.list.filter { $0["in"] == "query" }.map { Parameter(name: $0.name.string ?? "", schema: $0.schema) }
        mediaTypes = operation.responses["200"].content.members.keys.sorted()
        body = operation.requestBody.content["application/json"].schema
    }
}

extension JSONDocument {
    var members: [String: JSONDocument] { if case .object(let members) = self { members } else { [:] } }
}

/// A segment of a template that an id stands for: `{event}`, `{event}.ics`, or `:event` as the router writes it.
struct Placeholder {
    var name: String
    private var tail: String

    init?(_ segment: Substring) {
        if segment.hasPrefix("{"), let end = segment.firstIndex(of: "}") {
            name = String(segment[segment.index(after: segment.startIndex)..<end])
            tail = String(segment[segment.index(after: end)...])
        } else if segment.hasPrefix(":") {
            name = String(segment.dropFirst().prefix { $0 != "." })
            tail = String(segment.dropFirst(name.count + 1))
        } else {
            return nil
        }
    }

    func filled(with id: String) -> String { id + tail }
}

/// The operations of the document that the server of this process serves, read once.
actor DescribedOperations {
    static let shared = DescribedOperations()

    private var document: [UInt8] = []
    private var operations: [Operation] = []

    func all(as person: Person) async throws -> [Operation] {
        let served = try await person.ask("GET", Crawl.description)
        if served.body != document {
            document = served.body
            operations = Operation.all(in: served.json)
        }
        return operations
    }
}
