import Foundation
import Redis
import Testing

/// A Redis server of the test's own, which it may empty and restart.
final class TemporaryRedis {
    let address: RedisAddress
    private let folder: URL
    private var process: Process?

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "redis-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Below the ports that the kernel gives to clients: one that asks a closed port of those again and again
        // is at last connected to itself, and the server finds its port taken when it comes back.
        address = RedisAddress(host: "127.0.0.1", port: .random(in: 20_000..<30_000))
        try await start()
    }

    func start() async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/redis-server")
        process.arguments = ["--port", "\(address.port)", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder.path]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        self.process = process
        let connection = RedisConnection(address)
        let deadline = ContinuousClock.now + .seconds(15)
        while ContinuousClock.now < deadline {
            if (try? await connection.send(["PING"])) != nil { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("redis-server (Debian: redis-server) did not start")
    }

    func kill() {
        if let process {
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        process = nil
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }
}
