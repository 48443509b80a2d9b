import HTTPServer
import TestSupport
import Testing
import Web

/// Fetches everything a person can: every GET of the OpenAPI document with every id that is shown to them, and every
/// page that their pages lead to.
struct Crawl: Sendable {
    /// Pages of one path that differ in their query alone; a calendar leads on for ever.
    private static let largestQueries = 6
    /// Where one follows the links of pages, there is an end.
    private static let largestPages = 400
    /// An id that nothing has.
    static let nobody = "019a0000-0000-7000-8000-00000000dead"

    static let description = "/api/v1/openapi.json"

    let person: Person
    let operations: [Operation]

    init(_ person: Person) async throws {
        self.person = person
        operations = try await DescribedOperations.shared.all(as: person)
        try #require(operations.count > 40)
    }

    /// - Parameter expected: the recording ends where it differs from this one.
    func record(until expected: Recording? = nil) async throws -> Recording {
        var recording = Recording(expected: expected)
        // Not the stream, which does not end: a listener has it open all the time.
        for operation in operations where operation.method == "GET" && !operation.mediaTypes.contains("text/event-stream") {
            for path in Self.paths(operation.template, recording) where !recording.hasParted {
                try await fetch(path, operation, into: &recording)
            }
        }
        await follow(into: &recording)
        return recording
    }

    /// What somebody who has got to know ids by other ways learns from them: each difference from an id of nobody.
    func probe(_ ids: [String: [String]], knowing recording: Recording) async throws -> [String] {
        var telling: [String] = [], answers: [String: Answer] = [:]
        for template in operations.filter({ $0.method == "GET" }).map(\.template) + person.server.pages.router.routes.filter({ $0.method == "GET" }).map(\.pattern) {
            guard let last = template.split(separator: "/").compactMap({ Placeholder($0) }).last, let secrets = ids[last.name] else { continue }
            for (path, nothing) in Self.probes(template, secrets, recording) {
                let answer = try await get(path)
                let expected = if let known = answers[nothing] { known } else { try await get(nothing) }
                answers[nothing] = expected
                if answer != expected { telling.append("\(path): \(Recording.parting(expected.whole, answer.whole))") }
            }
        }
        return telling
    }

    private func get(_ path: String) async throws -> Answer {
        path.hasPrefix("/api/") ? try await person.ask("GET", path) : await person.open(path)
    }

    private func fetch(_ path: String, _ operation: Operation, into recording: inout Recording) async throws {
        for query in Self.queries(of: operation, recording) {
            for type in operation.mediaTypes.count > 1 && query.isEmpty ? operation.mediaTypes.map(Optional.some) : [nil] {
                var next: String? = ""
                while let cursor = next {
                    let target = path + (cursor.isEmpty ? query : query + (query.isEmpty ? "?" : "&") + "cursor=\(cursor)")
                    let answer = try await person.ask("GET", target, accept: type)
                    recording.keep(answer, of: "GET \(target)" + (type.map { " as \($0)" } ?? ""))
                    next = nil
                    // The description is the longest answer, and has been read.
                    guard let name = Self.name(of: path, in: operation.template), path != Self.description else { continue }
                    let page = answer.json, ids = page.items.list.compactMap(\.id.string)
                    for id in ids { recording.see(id, as: name) }
                    if page.items != .null { recording.list(ids, at: path) }
                    next = page.next.string
                }
            }
        }
    }

    /// Breadth first from the door.
    private func follow(into recording: inout Recording) async {
        var waiting = ["/"], known: Set = ["/"], queries: [String: Int] = [:], visited = 0
        while !waiting.isEmpty, visited < Self.largestPages, !recording.hasParted {
            let path = waiting.removeFirst()
            visited += 1
            let answer = await person.open(path)
            recording.keep(answer, of: "PAGE \(path)")
            for link in Self.links(of: answer) where known.insert(link).inserted {
                if link.contains("?") {
                    let bare = String(link.prefix { $0 != "?" })
                    queries[bare, default: 0] += 1
                    if queries[bare, default: 0] > Self.largestQueries { continue }
                }
                waiting.append(link)
            }
        }
    }

    /// What a page leads to on this server by links, pictures and parts that it loads; files of the program aside.
    private static func links(of answer: Answer) -> [String] {
        let located = answer.headers.filter { $0.hasPrefix("Location: ") }.map { String($0.dropFirst("Location: ".count)) }
        guard answer.isPage else { return located }
        let page = answer.text.replacing("&amp;", with: "&")
        let found = page.matches(of: #/(?:href|src|hx-get)="?(/[^"\s>]*)/#).map { String($0.1) }
        return (located + found).map { String($0.prefix { $0 != "#" }) }.filter { !$0.hasPrefix("/assets/") && $0 != "/" }
    }
}
