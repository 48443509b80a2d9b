import Foundation
import PostgreSQL
import ServiceKit
import Synchronization

/// Reads 20 rows under a viewer, over and over: `bench-postgresql [tasks] [connections] [seconds]`, against
/// `MANTEL_BENCH_POSTGRES`. `Benchmarks/postgresql/run` compares it with pgbench on the same statements.
@main struct BenchPostgreSQL {
    private struct Gift: Sendable {
        var id: UUID
        var name: String
        var limit: Int

        init(_ row: Row) throws {
            id = try row["id"]
            name = try row["name"]
            limit = try row["limit_minor"]
        }
    }

    private final class Tally: Sendable {
        let latencies = Mutex<[Duration]>([])
    }

    static func main() async throws {
        Signals.prepare()
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let (tasks, connections, seconds) = (numbers.first ?? 32, numbers.dropFirst().first ?? 8, numbers.dropFirst(2).first ?? 5)
        guard let conninfo = ProcessInfo.processInfo.environment["MANTEL_BENCH_POSTGRES"] else {
            print("MANTEL_BENCH_POSTGRES is not set")
            exit(EX_CONFIG)
        }
        let pool = Pool(conninfo, limit: connections)
        let tally = Tally()
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    var latencies: [Duration] = []
                    while ContinuousClock.now < end {
                        let began = ContinuousClock.now
                        let gifts = try await gifts(of: .random(in: 1...1000), pool)
                        precondition(gifts.count == 20)
                        latencies.append(began.duration(to: .now))
                    }
                    tally.latencies.withLock { $0 += latencies }
                }
            }
            try await group.waitForAll()
        }
        let latencies = tally.latencies.withLock { $0.sorted() }
        let rate = Int(Double(latencies.count) / Double(seconds))
        print("requests/s \(rate)  p50 \(latencies[latencies.count / 2])  p99 \(latencies[latencies.count * 99 / 100])")
        await pool.close()
    }

    private static func gifts(of recipient: Int, _ pool: Pool) async throws -> [Gift] {
        try await pool.pipeline([
            "SELECT set_config('mantel.viewer', \("0190e2c4-0000-7000-8000-000000000001"), true)",
            "SELECT id, name, limit_minor FROM bench_gift WHERE recipient = \(recipient) ORDER BY position",
        ])[1].map(Gift.init)
    }
}
