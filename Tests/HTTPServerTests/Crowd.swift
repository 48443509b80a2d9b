import Foundation
import HTTPServer

/// Clients of five kinds, each of which does its thing again and again, and the handler they talk to.
final class Crowd: Sendable {
    struct Kind: Sendable {
        var name: String
        /// One go on a connection of its own. Returns what went wrong.
        var go: @Sendable (Crowd, Int) throws -> String?
        let done = Counter()
    }

    let kinds = [
        Kind(name: "slow") { try $0.slow($1) }, Kind(name: "events") { try $0.events($1) }, Kind(name: "uploads") { try $0.upload($1) },
        Kind(name: "bursts") { try $0.burst($1) }, Kind(name: "leavers") { try $0.leave($1) },
    ]
    let errors = Shared<[String]>([])
    let isStopping = Shared(false)
    private let perKind: Int
    private let numbers = Counter()
    private let pending = Shared<Set<String>>([])

    init(perKind: Int) { self.perKind = perKind }

    /// Requests that the handler was given and whose client waited in vain.
    var unanswered: [String] { pending.value.sorted() }

    var summary: String { kinds.map { "\($0.name) \($0.done.value)" }.joined(separator: ", ") }

    var handler: HTTPHandler {
        { [self] request in
            if let number = request.query["n"] { pending.update { $0.insert(number) } }
            switch request.path {
            case "/slow":
                try? await Task.sleep(for: .milliseconds(Int.random(in: 20...400)))
                return .text(200, "slow")
            case "/events":
                return EventStream.response(
                    AsyncStream {
                        try? await Task.sleep(for: .milliseconds(50))
                        return Task.isCancelled ? nil : EventStream.Event("tick", data: "x")
                    }, heartbeat: .milliseconds(500))
            case "/upload": return .text(200, String(request.body.count))
            default: return .text(200, request.path)
            }
        }
    }

    func run(against port: Int, for duration: Duration) async throws {
        let end = ContinuousClock.now + duration
        try await withThrowingTaskGroup(of: Void.self) { group in
            for kind in kinds {
                for _ in 0..<perKind {
                    group.addTask { [self] in
                        try await blocking { [self] in
                            while ContinuousClock.now < end, !isStopping.value {
                                do {
                                    if let error = try kind.go(self, port) { complain("\(kind.name): \(error)") } else { kind.done.increment() }
                                } catch { complain("\(kind.name): \(error)") }
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// A server that stops may refuse what is new; all else is an error.
    private func complain(_ error: String) {
        if !isStopping.value { errors.update { if $0.count < 20 { $0.append(error) } } }
    }

    /// A number that names one request for the comparison of accepted and answered ones.
    private func number() -> String {
        numbers.increment()
        return "\(numbers.value)-\(UInt32.random(in: .min ... .max))"
    }

    private func slow(_ port: Int) throws -> String? {
        let client = try RawClient(port: port)
        for _ in 0..<3 {
            let number = number()
            guard let response = client.exchange(get("/slow?n=\(number)")) else { return "no answer" }
            pending.update { $0.remove(number) }
            guard response.status == 200 || isStopping.value else { return "status \(response.status)" }
            if response["Connection"] == "close" { return nil }
        }
        return nil
    }

    private func events(_ port: Int) throws -> String? {
        let client = try RawClient(port: port)
        client.send(get("/events"))
        var text = ""
        let wanted = Int.random(in: 1...6)
        while text.components(separatedBy: "event: tick").count <= wanted {
            guard let bytes = client.receive() else { return "no event" }
            if bytes.isEmpty { return "ended: \(text.suffix(60))" }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return nil
    }

    private func upload(_ port: Int) throws -> String? {
        let client = try RawClient(port: port)
        let number = number()
        client.send("POST /upload?n=\(number) HTTP/1.1\r\nHost: test\r\nContent-Length: 65536\r\n\r\n")
        for _ in 0..<16 {
            client.send([UInt8](repeating: 0x61, count: 4096))
            usleep(20_000)
        }
        guard let response = client.response() else { return "no answer" }
        pending.update { $0.remove(number) }
        return response.text == "65536" ? nil : "answered \(response.status) \(response.text)"
    }

    private func burst(_ port: Int) throws -> String? {
        let client = try RawClient(port: port)
        let numbers = (0..<20).map { _ in number() }
        client.send(numbers.map { get("/burst?n=\($0)", close: $0 == numbers.last) }.joined())
        guard let bytes = client.receiveAll() else { return "not all answers" }
        let count = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n/burst").count - 1
        pending.update { $0.subtract(numbers.prefix(count)) }
        usleep(UInt32.random(in: 10_000...100_000))
        return count == numbers.count ? nil : "\(count) answers"
    }

    /// Leaves in the middle of a head, of a body, or of the wait for the answer.
    private func leave(_ port: Int) throws -> String? {
        let client = try RawClient(port: port)
        client.send([
            "GET /slow HTTP/1.1\r\nHo", "POST /upload HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\n\r\nabc", get("/slow"), get("/events"), "",
        ].randomElement() ?? "")
        usleep(UInt32.random(in: 1000...50_000))
        return nil
    }
}
