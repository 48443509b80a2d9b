import API
import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite(.ownDatabase) struct OpenAPITests {
    @Test func `Every route is described, and nothing else is`() async throws {
        let caller = try OpenAPICaller()
        let routes = caller.api.routes.map { "\($0.method) \($0.pattern)" }
        #expect(routes.sorted() == Self.operations.map { "\($0.method) \($0.pattern)" }.sorted())
    }

    @Test func `Every operation answers as it is described, and so do its refusals`() async throws {
        let caller = try OpenAPICaller()
        try await OpenAPIWalk(caller: caller).run()
        let verdict = try OpenAPIJudge.judge(Self.document, await caller.exchanges)
        #expect(verdict.faults == [])
        #expect(Set(Self.operations.map(\.id)).subtracting(verdict.succeeded).sorted() == [], "never seen to succeed")
    }

    @Test func `The fields that a request must have are the ones described`() async throws {
        let caller = try OpenAPICaller()
        let ids = try await OpenAPIWalk(caller: caller).prepare()
        for operation in Self.operations where operation.takesJSON {
            let answer = try await caller.call(operation.method, operation.path(ids), [:])
            let missing = Self.pointers(answer, saying: "is required")
            #expect(missing == operation.required.map { "/\($0)" }.sorted(), "\(operation.id)")
        }
    }

    @Test func `Text is as long as described, and no longer`() async throws {
        let caller = try OpenAPICaller()
        let ids = try await OpenAPIWalk(caller: caller).prepare()
        var checked = 0
        for operation in Self.operations where operation.takesJSON {
            for (name, longest) in operation.longest {
                for (length, isRefused) in [(longest, false), (longest + 1, true)] {
                    let body = JSON.object([name: .string(operation.text(name, length))])
                    let answer = try await caller.call(operation.method, operation.path(ids), body)
                    #expect(!Self.pointers(answer, saying: nil).filter { $0 == "/\(name)" }.isEmpty == isRefused, "\(operation.id): \(name) of \(length)")
                }
                checked += 1
            }
        }
        #expect(checked > 20)
    }

    private static let document: [UInt8] = {
        var writer = JSONWriter()
        OpenAPIDocument().write(to: &writer)
        return writer.bytes
    }()

    private static let operations = DescribedOperation.all(in: document)

    /// The fields that a refusal names, sorted; those whose fault says `words`.
    private static func pointers(_ answer: JSON?, saying words: String?) -> [String] {
        guard case .object(let problem)? = answer, case .array(let errors)? = problem["errors"] else { return [] }
        return errors.compactMap { error in
            guard case .object(let error) = error, case .string(let pointer)? = error["pointer"], case .string(let detail)? = error["detail"]
            else { return nil }
            return words.map(detail.hasPrefix) ?? true ? pointer : nil
        }.sorted()
    }
}
