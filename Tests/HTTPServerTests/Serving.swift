import Foundation
import HTTPServer
import ServiceKit
import Synchronization

/// Serves `handler` on a free port while `body` runs, and stops the server after it.
func serving<R: Sendable>(
    _ limits: HTTPLimits = HTTPLimits(), plan: (@Sendable (HTTPRequest) -> BodyPlan)? = nil,
    handler: @escaping HTTPHandler, _ body: @escaping @Sendable (HTTPServer) async throws -> R
) async throws -> R {
    let server = try HTTPServer(port: 0, limits: limits, logger: .quiet, plan: plan, handler: handler)
    let running = Task { try await server.run() }
    let result: R
    do {
        result = try await body(server)
    } catch {
        running.cancel()
        try await running.value
        throw error
    }
    running.cancel()
    try await running.value
    return result
}

extension Logger {
    /// Writes only what is wrong.
    static var quiet: Logger { Logger(label: "test", level: .error) }
}

/// Waits until `condition` holds; false where it does not within `timeout`.
func eventually(within timeout: Duration = .seconds(60), _ condition: @Sendable () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + timeout
    while ContinuousClock.now < deadline {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return condition()
}

/// A count that several tasks share.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    func increment() { count.add(1, ordering: .sequentiallyConsistent) }
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
}

/// A value that several tasks share.
final class Shared<Value: Sendable>: Sendable {
    private let box: Mutex<Value>
    init(_ value: Value) { box = Mutex(value) }
    var value: Value {
        get { box.withLock { $0 } }
        set { box.withLock { $0 = newValue } }
    }
    func update(_ change: (inout Value) -> Void) { box.withLock { change(&$0) } }
}

func get(_ path: String, close: Bool = false) -> String {
    "GET \(path) HTTP/1.1\r\nHost: test\r\n" + (close ? "Connection: close\r\n" : "") + "\r\n"
}
