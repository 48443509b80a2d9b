import Dispatch
import Foundation
import HTTPServer
import ServiceKit
import Testing

/// What a stop promises: every accepted request is answered, and the stop ends within the grace.
@Suite struct StopTests {
    /// Stops the server while `clients` are in flight, and says how long that took.
    private func stopping<R: Sendable>(
        _ limits: HTTPLimits = HTTPLimits(), plan: (@Sendable (HTTPRequest) -> BodyPlan)? = nil, handler: @escaping HTTPHandler,
        inFlight: @escaping @Sendable () async -> Bool, clients: @escaping @Sendable (Int) throws -> R
    ) async throws -> (R, Duration) {
        let server = try HTTPServer(port: 0, limits: limits, logger: .quiet, plan: plan, handler: handler)
        let running = Task { try await server.run() }
        async let results = blocking { try clients(server.port) }
        #expect(await inFlight())
        let start = ContinuousClock.now
        running.cancel()
        try await running.value
        return (try await results, ContinuousClock.now - start)
    }

    @Test func `requests in flight finish, and new connections are refused`() async throws {
        let entered = Counter()
        let (statuses, duration) = try await stopping(.patient) { _ in
            entered.increment()
            await Task { try? await Task.sleep(for: .milliseconds(600)) }.value
            return .text(200, "done")
        } inFlight: {
            await eventually { entered.value == 50 }
        } clients: { port in
            let clients = try (0..<50).map { _ in
                let client = try RawClient(port: port)
                client.send(get("/"))
                return client
            }
            return clients.map { client -> String in
                let response = client.response()
                return "\(response?.status ?? 0) \(response?["Connection"] ?? "-") \(response?.text ?? "-")"
            }
        }
        #expect(statuses == Array(repeating: "200 close done", count: 50))
        #expect(duration < .seconds(60))
    }

    @Test func `whoever has connected and not asked yet is still answered`() async throws {
        var limits = HTTPLimits.patient
        limits.newcomerTime = .seconds(30)
        let server = try HTTPServer(port: 0, limits: limits, logger: .quiet) { _ in .text(200, "done") }
        let running = Task { try await server.run() }
        let clients = try (0..<20).map { _ in try RawClient(port: server.port) }
        #expect(await eventually { server.openConnections == 20 })
        running.cancel()
        #expect(await eventually { !isListening(server.port) })
        let statuses = try await blocking { clients.map { $0.exchange(get("/"))?.status } }
        #expect(statuses == Array(repeating: 200, count: 20))
        try await running.value
    }

    @Test func `whoever waits in the kernel's queue is still answered`() async throws {
        let (entered, gate) = (Counter(), DispatchSemaphore(value: 0))
        // Each blocks one of the threads that would accept.
        let server = try HTTPServer(port: 0, limits: .patient, logger: .quiet) { request in
            if request.path == "/block" {
                entered.increment()
                hold(at: gate)
            }
            return .text(200, "done")
        }
        let running = Task { try await server.run() }
        let blockers = try await blocking { try (1...2).map { number in
            let client = try RawClient(port: server.port)
            client.send(get("/block"))
            let deadline = ContinuousClock.now + .seconds(60)
            while entered.value < number, .now < deadline { Thread.sleep(forTimeInterval: 0.01) }
            return client
        } }
        #expect(entered.value == 2)
        let waiting = try (0..<20).map { _ in
            let client = try RawClient(port: server.port)
            client.send(get("/"))
            return client
        }
        #expect(server.openConnections == 2)
        running.cancel()
        #expect(await eventually { !isListening(server.port) })
        for _ in blockers { gate.signal() }
        let statuses = try await blocking { (blockers + waiting).map { $0.response()?.status } }
        #expect(statuses == Array(repeating: 200, count: 22))
        try await running.value
    }

    @Test func `whoever connects and never asks does not hold the stop`() async throws {
        var limits = HTTPLimits()
        limits.stopGrace = .seconds(600)
        limits.newcomerTime = .milliseconds(300)
        let server = try HTTPServer(port: 0, limits: limits, logger: .quiet) { _ in .noContent }
        let running = Task { try await server.run() }
        let silent = try RawClient(port: server.port)
        #expect(await eventually { server.openConnections == 1 })
        running.cancel()
        #expect(try await blocking { silent.receiveAll(timeout: .seconds(60)) } == [])
        try await running.value
    }

    @Test func `what does not finish within the grace is cancelled and answered 503`() async throws {
        var limits = HTTPLimits()
        limits.stopGrace = .milliseconds(500)
        limits.handlerTime = .seconds(60)
        let entered = Counter()
        let (statuses, duration) = try await stopping(limits) { _ in
            entered.increment()
            try? await Task.sleep(for: .seconds(60))
            return .text(200, "late")
        } inFlight: {
            await eventually { entered.value == 30 }
        } clients: { port in
            let clients = try (0..<30).map { _ in
                let client = try RawClient(port: port)
                client.send(get("/"))
                return client
            }
            return clients.map { $0.response()?.status }
        }
        #expect(statuses == Array(repeating: 503, count: 30))
        #expect(duration < .seconds(60))
    }

    @Test func `a handler that ignores its cancellation does not hold the stop`() async throws {
        var limits = HTTPLimits()
        limits.stopGrace = .milliseconds(300)
        let entered = Counter()
        let (status, duration) = try await stopping(limits) { _ in
            entered.increment()
            await Task { try? await Task.sleep(for: .seconds(300)) }.value
            return .text(200, "late")
        } inFlight: {
            await eventually { entered.value == 1 }
        } clients: { port in
            try RawClient(port: port).exchange(get("/"))?.status
        }
        #expect(status == 503)
        #expect(duration < .seconds(60))
    }

    @Test func `open event streams end properly and do not use up the grace`() async throws {
        let entered = Counter()
        // Kept, as a broadcaster would.
        let outputs = Shared<[AsyncStream<EventStream.Event>.Continuation]>([])
        let (ends, duration) = try await stopping(.patient) { _ in
            let (events, output) = AsyncStream<EventStream.Event>.makeStream()
            output.yield(.init(data: "first"))
            outputs.update { $0.append(output) }
            entered.increment()
            return EventStream.response(events)
        } inFlight: {
            await eventually { entered.value == 20 }
        } clients: { port in
            let clients = try (0..<20).map { _ in
                let client = try RawClient(port: port)
                client.send(get("/"))
                return client
            }
            return clients.map { $0.receiveAll(timeout: .seconds(60)).map { String(decoding: $0, as: UTF8.self).hasSuffix("0\r\n\r\n") } }
        }
        #expect(ends == Array(repeating: true, count: 20))
        #expect(duration < .seconds(60))
    }

    @Test func `a download in flight is finished`() async throws {
        let entered = Counter()
        let (size, _) = try await stopping { _ in
            let count = Counter()
            return HTTPResponse(status: 200, body: .stream(AsyncStream {
                await Task { try? await Task.sleep(for: .milliseconds(20)) }.value
                count.increment()
                if count.value == 5 { entered.increment() }
                return count.value <= 40 ? [UInt8](repeating: 0x61, count: 1000) : nil
            }))
        } inFlight: {
            await eventually { entered.value == 1 }
        } clients: { port in
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.0\r\nHost: test\r\n\r\n")
            return client.receiveAll(timeout: .seconds(60)).flatMap(RawResponse.init)?.body.count
        }
        #expect(size == 40_000)
    }

    @Test func `uploads that wait and connections that idle do not hold the stop`() async throws {
        var limits = HTTPLimits()
        limits.stopGrace = .milliseconds(500)
        let entered = Counter()
        let (ends, duration) = try await stopping(limits, plan: { _ in .streamed(upTo: 64 << 20) }) { request in
            entered.increment()
            if request.bodyStream != nil { try? await Task.sleep(for: .seconds(60)) }
            return .noContent
        } inFlight: {
            await eventually { entered.value == 20 }
        } clients: { port in
            let idle = try (0..<10).map { _ in
                let client = try RawClient(port: port)
                _ = client.exchange(get("/"))
                return client
            }
            let uploads = try (0..<10).map { _ in
                let client = try RawClient(port: port)
                client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: \(8 << 20)\r\n\r\n")
                Thread.detachNewThread { client.send([UInt8](repeating: 0x61, count: 4 << 20)) }
                return client
            }
            // Each ends one way or the other; none is left hanging.
            return (idle + uploads).map { $0.receiveAll(timeout: .seconds(60)) != nil }
        }
        #expect(ends == Array(repeating: true, count: 20))
        #expect(duration < .seconds(60))
    }
}

/// Whether anybody would take a connection.
private func isListening(_ port: Int) -> Bool { (try? RawClient(port: port)) != nil }

/// Blocks the calling thread.
private func hold(at gate: DispatchSemaphore) { _ = gate.wait(timeout: .now() + 60) }

extension HTTPLimits {
    /// With a grace so long that a stop which needs it shows.
    fileprivate static var patient: HTTPLimits {
        var limits = HTTPLimits()
        limits.stopGrace = .seconds(30)
        limits.handlerTime = .seconds(60)
        limits.idle = .seconds(60)
        return limits
    }
}
