import Foundation
import PostgreSQL
import TestSupport
import Testing

/// Processes that end in the middle of something.
@Suite(.ownDatabase, .serialized) struct SurvivalTests {
    @Test func `a scan whose reader is killed is read by another, once`() async throws {
        try await Installation.run { mantel in
            let ana = try await Visitor("Ana", at: mantel.port)
            let home = try await Planning(by: ana, limit: 100).household
            let scan = try await ana.scan(try Pictures.smallPrint(), in: home)
            try await eventually("it is being read") {
                let view = try await ana.get("/api/v1/households/\(home)/scans/\(scan)")
                try #require(view.state != "ready", "the picture was read too soon to kill the reader")
                return view.stage == "reading"
            }
            mantel.ocr.signal(SIGKILL)
            #expect(try await mantel.ocr.exitCode() == 128 + SIGKILL)
            #expect(try await mantel.jobs("kind = 'scan.read' AND state = 'running' AND attempt = 1") == 1)
            try await mantel.withWorker("mantel-ocr-worker") { _ in
                let view = try await ana.scanEnded(scan, in: home)
                #expect(view.state == "ready")
                #expect(view.words.list.count > 20)
            }
            #expect(try await mantel.jobs("kind = 'scan.read' AND state = 'done' AND attempt = 2") == 1)
            #expect(try await mantel.count("SELECT count(*)::int AS n FROM picture") == 1)
            #expect(try await mantel.count("SELECT count(*)::int AS n FROM upload") == 0)
        }
    }

    @Test func `asked to stop under load, every process answers what it took, ends with 0, and loses no job`() async throws {
        try await Installation.run { mantel in
            let ana = try await Visitor("Ana", at: mantel.port)
            let home = try await Planning(by: ana, limit: 100)
            let cy = try await home.recipient("Cy", by: ana)
            var scans: [String] = []
            for _ in 0..<3 { scans.append(try await ana.scan(try Pictures.smallPrint(), in: home.household)) }

            let answered = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 { group.addTask { await purchasesUntilRefused(by: ana, home, for: cy) } }
                try await Task.sleep(for: .seconds(1))
                for process in mantel.processes { process.signal(SIGTERM) }
                for process in mantel.processes { #expect(try await process.exitCode(within: .seconds(25)) == 0, "\(process.lines.suffix(5))") }
                return try await group.reduce(0, +)
            }
            print("\(answered) purchases answered before the end")
            #expect(answered > 10)
            #expect(try await mantel.count("SELECT count(*)::int AS n FROM ledger_entry") == answered)
            // And one for the limit that the occasion was made with.
            #expect(try await mantel.jobs("kind = 'budget.check'") == answered + 1)
            #expect(try await mantel.jobs("state = 'running'") == 0)

            try await mantel.again { mantel in
                try await mantel.jobsEnded(within: .seconds(60))
                for scan in scans { #expect(try await ana.scanEnded(scan, in: home.household).state == "ready") }
                #expect(try await home.notices(of: ana).count == 1)
                #expect(try mantel.sink.taken.count == 1)
                #expect(try await mantel.jobs("state = 'dead'") == 0)
            }
        }
    }

    /// Enters purchases as fast as they are answered; how many were.
    private func purchasesUntilRefused(by visitor: Visitor, _ home: Planning, for recipient: String) async -> Int {
        let gifts = "\(home.path)/occasions/\(home.occasion)/gifts"
        var answered = 0
        while let gift = try? await visitor.ask("POST", gifts, ["recipient": .text(recipient), "name": "Ball"]), let id = gift.json.id.string {
            guard let bought = try? await visitor.ask("POST", "\(gifts)/\(id)/purchase", ["paid": Planning.euros(150)]) else { break }
            if bought.status == 201 { answered += 1 } else { break }
        }
        return answered
    }

    @Test func `without Redis purchases are taken, and the notice comes once it is back`() async throws {
        try await Installation.runWithRedis { mantel, redis in
            let ana = try await Visitor("Ana", at: mantel.port)
            let home = try await Planning(by: ana, limit: 100)
            let cy = try await home.recipient("Cy", by: ana)
            func readiness() async throws -> String { try await Wire(port: mantel.port).send("GET", "/readyz").text }
            #expect(try await readiness() == "ready\n")
            try await mantel.redis("CONFIG", "SET", "maxmemory", "1")
            #expect(try await readiness().hasPrefix("degraded"))
            try await mantel.redis("CONFIG", "SET", "maxmemory", "0")
            #expect(try await readiness() == "ready\n")
            redis.signal(SIGKILL)
            _ = try await redis.exitCode()
            try await home.buy("Kite", for: cy, 200, by: ana)
            let ready = try await Wire(port: mantel.port).send("GET", "/readyz")
            #expect(ready.status == 200 && ready.text.hasPrefix("degraded"))
            #expect(try await Wire(port: mantel.port).send("GET", "/metrics").text.contains("\nmantel_redis_up 0\n"))
            #expect(try await home.notices(of: ana).isEmpty)
            try await mantel.withRedis { _ in
                try await eventually("the notice came") { try await home.notices(of: ana).count == 1 }
                try await eventually("it was mailed") { try mantel.sink.taken.count == 1 }
                try await mantel.jobsEnded()
            }
        }
    }
}
