import Foundation
import PostgreSQL
import TestSupport

/// Mantel as it is run: the real executables, on a database, a Redis and a mail server of the test's own.
struct Installation: Sendable {
    /// Short, so that a test sees what happens after it.
    static let leaseSeconds = 2

    let port: Int
    let redisPort: Int
    let sink: MailSink
    /// Of the processes, by what they are.
    var api: ChildProcess { processes[0] }
    var ocr: ChildProcess { processes[1] }
    var notification: ChildProcess { processes[2] }
    var exchange: ChildProcess { processes[3] }
    fileprivate(set) var processes: [ChildProcess] = []

    private let database: TestDatabase

    private init() async throws {
        port = try FreePort.find()
        redisPort = try FreePort.find()
        sink = try await MailSink()
        database = try TestDatabase.current
    }

    /// Migrates, starts Redis, the API and one worker of each kind, and runs `body` once all of them are well.
    static func run(_ body: (Installation) async throws -> Void) async throws {
        var installation = try await Installation()
        try await installation.withRedis { _ in
            try await installation.migrate()
            try await withProcesses(installation) { installation.processes = $0; try await body(installation) }
        }
    }

    /// As `run`, but the body may end and start Redis itself.
    static func runWithRedis(_ body: (Installation, _ redis: ChildProcess) async throws -> Void) async throws {
        var installation = try await Installation()
        try await installation.withRedis { redis in
            try await withProcesses(installation) { installation.processes = $0; try await body(installation, redis) }
        }
    }

    /// Runs another API and another set of workers on the same database, Redis and mail server.
    func again(_ body: (Installation) async throws -> Void) async throws {
        var copy = self
        try await Self.withProcesses(self) { copy.processes = $0; try await body(copy) }
    }

    func migrate() async throws {
        try await ChildProcess.run("mantel", ["migrate"], environment: ["DATABASE_URL": database.conninfo(), "MANTEL_MIGRATIONS": TestServices.migrations.path]) {
            let code = try await $0.exitCode()
            guard code == 0 else { throw ServiceMissing("mantel migrate ended with \(code): \($0.lines.joined(separator: "\n"))") }
        }
    }

    func withRedis(_ body: (ChildProcess) async throws -> Void) async throws {
        let arguments = ["--port", "\(redisPort)", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        try await ChildProcess.run("/usr/bin/redis-server", arguments) { redis in
            try await redis.line(containing: "Ready to accept connections")
            try await body(redis)
        }
    }

    /// One command to its Redis.
    func redis(_ command: String...) async throws {
        try await ChildProcess.run("/usr/bin/redis-cli", ["-p", "\(redisPort)"] + command) {
            let code = try await $0.exitCode()
            guard code == 0 else { throw ServiceMissing("redis-cli ended with \(code)") }
        }
    }

    /// What a process of this installation gets as its environment.
    func environment(of name: String) -> [String: String] {
        [
            "DATABASE_URL": database.conninfo(user: name == "mantel-api" ? "mantel_api" : "mantel_worker"),
            "REDIS_URL": "redis://127.0.0.1:\(redisPort)/0", "MANTEL_SECRET": "a secret that is only good for tests, and long",
            "MANTEL_LISTEN": "127.0.0.1:\(port)", "MANTEL_ORIGIN": "http://127.0.0.1:\(port)",
            "MANTEL_MIGRATIONS": TestServices.migrations.path, "MANTEL_ASSETS": TestServices.packageRoot.appending(path: "Sources/Web/Assets").path,
            "MANTEL_HEALTH_FILE": FileManager.default.temporaryDirectory.appending(path: "health-\(port)-\(name)").path,
            "SMTP_URL": "smtp://127.0.0.1:\(sink.port)", "MAIL_FROM": "Mantel <mantel@example.org>",
            "JOB_LEASE_SECONDS": "\(Self.leaseSeconds)", "OMP_THREAD_LIMIT": "1",
        ]
    }

    /// Starts one of the workers for the time of `body`.
    func withWorker(_ name: String, _ body: (ChildProcess) async throws -> Void) async throws {
        try await ChildProcess.run(name, environment: environment(of: name)) { worker in
            try await worker.line(containing: "\"started\"")
            try await body(worker)
        }
    }

    private static func withProcesses(_ installation: Installation, _ body: ([ChildProcess]) async throws -> Void) async throws {
        try await ChildProcess.run("mantel-api", environment: installation.environment(of: "mantel-api")) { api in
            try await installation.withWorker("mantel-ocr-worker") { ocr in
                try await installation.withWorker("mantel-notification-worker") { notification in
                    try await installation.withWorker("mantel-exchange-worker") { exchange in
                        try await api.health(port: installation.port, path: "/readyz")
                        try await body([api, ocr, notification, exchange])
                    }
                }
            }
        }
    }

    /// Waits until no job is open.
    func jobsEnded(within limit: Duration = .seconds(30)) async throws {
        try await eventually("every job ended", within: limit) { try await jobs("state NOT IN ('done', 'dead')") == 0 }
    }

    /// Counts the jobs with a property.
    func jobs(_ condition: SQL) async throws -> Int {
        try await count("SELECT count(*)::int AS n FROM job WHERE \(condition)")
    }

    func count(_ question: SQL) async throws -> Int { try await database.owner.query(question).first?["n"] ?? 0 }
}
