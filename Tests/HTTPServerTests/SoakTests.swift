import Foundation
import HTTPServer
import ServiceKit
import Testing

/// Many clients of every kind at once, for a few seconds, or for `MANTEL_SOAK_SECONDS`.
@Suite(.serialized) struct SoakTests {
    static let duration = Duration.seconds(ProcessInfo.processInfo.environment["MANTEL_SOAK_SECONDS"].flatMap { Int($0) } ?? 4)

    static var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.idle = .seconds(3)
        return limits
    }

    @Test func `three hundred mixed connections leave no error, no socket and no memory behind`() async throws {
        let crowd = Crowd(perKind: 60)
        try await serving(Self.limits, handler: crowd.handler) { server in
            // What the first requests allocate once is not a leak, nor is what tests beside this one hold.
            try await crowd.run(against: server.port, for: Self.duration / 2)
            _ = await eventually { server.openConnections == 0 }
            let before = Footprint.now
            try await crowd.run(against: server.port, for: Self.duration)
            #expect(await eventually { server.openConnections == 0 }, "a connection is stuck")
            #expect(await eventually { Footprint.now.descriptors <= before.descriptors + 4 })
            let after = Footprint.now
            #expect(after.memory < before.memory + 48 << 20, "grew from \(before.memory >> 20) to \(after.memory >> 20) MB")
            print("soak: \(crowd.summary); descriptors \(before.descriptors) -> \(after.descriptors); memory \(before.memory >> 20) -> \(after.memory >> 20) MB")
        }
        #expect(crowd.errors.value == [])
        #expect(crowd.kinds.allSatisfy { $0.done.value > 0 }, "\(crowd.summary)")
    }

    @Test func `a stop in the middle of it answers every accepted request within the grace`() async throws {
        let crowd = Crowd(perKind: 60)
        let server = try HTTPServer(port: 0, limits: Self.limits, logger: .quiet, handler: crowd.handler)
        let running = Task { try await server.run() }
        async let clients: Void = crowd.run(against: server.port, for: Self.duration)
        try await Task.sleep(for: Self.duration / 2)
        crowd.isStopping.value = true
        let start = ContinuousClock.now
        running.cancel()
        try await running.value
        let duration = ContinuousClock.now - start
        try await clients
        #expect(duration < Self.limits.stopGrace)
        #expect(crowd.unanswered == [])
        #expect(server.openConnections == 0)
        #expect(crowd.errors.value == [])
    }

    /// A suspended connection must not slow down those that are ready. One event thread holding most of the
    /// suspended connections, or looking after them before the others, would show here.
    @Test func `suspended connections do not starve ready ones`() async throws {
        let entered = Counter()
        var limits = HTTPLimits()
        limits.connections = 2048
        limits.requests = 2048
        let (latencies, kept) = try await serving(limits) { request in
            if request.path == "/parked" {
                entered.increment()
                try? await Task.sleep(for: .seconds(3))
            }
            return .text(200, "ok")
        } _: { server in
            try await blocking {
                let parked = try (0..<600).map { _ in
                    let client = try RawClient(port: server.port)
                    client.send(get("/parked"))
                    return client
                }
                let deadline = ContinuousClock.now + .seconds(3)
                while entered.value < 600, ContinuousClock.now < deadline { usleep(1000) }
                let clock = ContinuousClock()
                var latencies: [Duration] = []
                // New connections land on either thread; kept ones prove that a thread serves what it has.
                let kept = try (0..<8).map { _ in try RawClient(port: server.port) }
                for round in 0..<100 {
                    latencies.append(try clock.measure { _ = try RawClient(port: server.port).exchange(get("/", close: true)) })
                    latencies.append(clock.measure { _ = kept[round % 8].exchange(get("/")) })
                }
                return (latencies.sorted(), parked.map { $0.response()?.status })
            }
        }
        print("starving: median \(latencies[100]), worst \(latencies[199])")
        // Half of what the suspended ones take; starved ones would wait for them.
        #expect(latencies[199] < .seconds(1.5))
        #expect(kept == Array(repeating: 200, count: 600))
    }
}

/// What the process holds now.
struct Footprint {
    var descriptors: Int
    var memory: Int

    static var now: Footprint {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        return Footprint(descriptors: descriptors, memory: pages * Int(sysconf(Int32(_SC_PAGESIZE))))
    }
}
