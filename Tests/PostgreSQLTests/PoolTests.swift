import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite(.ownDatabase) struct PoolTests {
    private func pool(_ limit: Int, timeout: Duration = .seconds(60)) throws -> Pool {
        Pool(try TestDatabase.current.conninfo(), limit: limit, acquireTimeout: timeout)
    }

    @Test func `it never opens more connections than its limit, and serves everybody`() async throws {
        let pool = try pool(3)
        let pids = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<200 { group.addTask { try await pool.query("SELECT pg_backend_pid()")[0][0] } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect((1...3).contains(pids.count))
        #expect(pool.status.open <= 3)
        #expect(pool.status.lent == 0)
        await pool.close()
    }

    @Test func `callers are served in the order they came`() async throws {
        let pool = try pool(1)
        try await pool.execute("CREATE SEQUENCE turn")
        let holder = Task { try await pool.query("SELECT pg_sleep(2)") }
        try await eventually("the connection is lent") { pool.status.lent == 1 }
        let turns = try await withThrowingTaskGroup(of: (caller: Int, turn: Int).self) { group in
            for caller in 1...5 {
                group.addTask { (caller, try await pool.query("SELECT nextval('turn')")[0][0]) }
                try await eventually("caller \(caller) waits") { pool.status.waiting == caller }
            }
            return try await group.reduce(into: [Int: Int]()) { $0[$1.caller] = $1.turn }
        }
        _ = try await holder.value
        #expect(turns == [1: 1, 2: 2, 3: 3, 4: 4, 5: 5])
        await pool.close()
    }

    @Test func `a caller waits no longer than it must`() async throws {
        let pool = try pool(1, timeout: .seconds(1))
        let holder = Task { try await pool.query("SELECT pg_sleep(300)") }
        try await eventually("the connection is lent") { pool.status.lent == 1 }
        let start = ContinuousClock.now
        await #expect(throws: PoolTimeout.self) { try await pool.query("SELECT 1") }
        #expect(start.duration(to: .now) < .seconds(60))
        holder.cancel()
        _ = await holder.result
        _ = try await pool.query("SELECT 1")
        await pool.close()
    }

    @Test func `the server's own timeout costs the statement, not the connection`() async throws {
        let session = SessionSettings(statementTimeout: .milliseconds(200))
        let pool = Pool(try TestDatabase.current.conninfo(), limits: PoolLimits(connections: 1, acquireTimeout: .seconds(5)), session: session)
        let before: Int = try await pool.query("SELECT pg_backend_pid()")[0][0]
        let error = await #expect(throws: PostgreSQLError.self) { try await pool.query("SELECT pg_sleep(4)") }
        #expect(error?.reason == .deadline)
        #expect(error?.sqlState == "57014")
        #expect(try await pool.query("SELECT pg_backend_pid()")[0][0] == before)
        await pool.close()
    }

    @Test func `a cancelled waiter leaves the queue`() async throws {
        let pool = try pool(1)
        let holder = Task { try await pool.query("SELECT pg_sleep(0.5)") }
        try await eventually("the connection is lent") { pool.status.lent == 1 }
        let waiter = Task { try await pool.query("SELECT 1") }
        try await eventually("it waits") { pool.status.waiting == 1 }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        #expect(pool.status.waiting == 0)
        _ = try await holder.value
        _ = try await pool.query("SELECT 1")
        #expect(pool.status.open == 1)
        await pool.close()
    }

    @Test func `callers that leave at random cost no connection`() async throws {
        let pool = try pool(2)
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask {
                    let task = Task { try await pool.query("SELECT pg_sleep(0.005)") }
                    if index.isMultiple(of: 3) {
                        try? await Task.sleep(for: .milliseconds(index % 7))
                        task.cancel()
                    }
                    _ = try? await task.value
                }
            }
        }
        #expect(pool.status.lent == 0)
        #expect(pool.status.waiting == 0)
        #expect(try await pool.query("SELECT 1")[0][0] == 1)
        await pool.close()
    }

    @Test func `it heals after its sessions were ended by the server`() async throws {
        let pool = try pool(3)
        _ = try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { _ = try await pool.query("SELECT pg_sleep(0.1)") } }
            try await group.waitForAll()
        }
        let ended = try await TestDatabase.current.owner.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()").count
        #expect(ended >= 1)
        // The first may meet a dead connection; the others are checked before they are lent.
        _ = try? await pool.query("SELECT 1")
        for _ in 0..<5 { #expect(try await pool.query("SELECT 1")[0][0] == 1) }
        await pool.close()
    }

    @Test func `a session ended in the middle of a statement is an error of the connection's class`() async throws {
        let pool = try pool(1)
        let task = Task { try await pool.query("SELECT pg_sleep(4)") }
        let owner = try TestDatabase.current.owner
        try await eventually("it is ended") {
            try await owner.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(4)%' AND datname = current_database() AND pid <> pg_backend_pid()"
            ).count == 1
        }
        let error = await #expect(throws: PostgreSQLError.self) { try await task.value }
        #expect(error?.sqlState == "57P01")
        #expect(try await pool.query("SELECT 1")[0][0] == 1)
        await pool.close()
    }

    @Test func `a server that cannot be reached is told with its cause`() async throws {
        let port = try FreePort.find()
        let pool = Pool("host=127.0.0.1 port=\(port) user=nobody", limit: 4, acquireTimeout: .milliseconds(300))
        let error = await #expect(throws: PoolTimeout.self) { try await pool.query("SELECT 1") }
        #expect(error?.cause?.reason == .connection)
        await pool.close()
    }

    @Test func `closing waits for what is lent and refuses the rest`() async throws {
        let pool = try pool(1)
        let holder = Task { try await pool.query("SELECT pg_sleep(0.3)") }
        try await eventually("the connection is lent") { pool.status.lent == 1 }
        await pool.close()
        #expect(pool.status.lent == 0)
        _ = try await holder.value
        await #expect(throws: PoolClosed.self) { try await pool.query("SELECT 1") }
    }

    @Test func `a changed table costs one error at most`() async throws {
        let pool = try pool(1)
        try await pool.execute("CREATE TABLE item (n int)")
        _ = try await pool.query("SELECT * FROM item")
        try await TestDatabase.current.owner.execute("ALTER TABLE item ADD COLUMN m int")
        _ = try? await pool.query("SELECT * FROM item")
        _ = try await pool.query("SELECT * FROM item")
        await pool.close()
    }

    @Test func `a closed pool lets go of its threads and sessions`() async throws {
        func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
        let pool = try pool(80, timeout: .seconds(20))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<80 { group.addTask { _ = try await pool.query("SELECT pg_sleep(1)") } }
            try await group.waitForAll()
        }
        let open = pool.status.open
        #expect(open > 40)
        let peak = try threads()
        await pool.close()
        // Half of them, since other tests of this process come and go at the same time.
        try await eventually("the threads end") { try threads() < peak - open / 2 }
        try await eventually("the sessions end") {
            try await TestDatabase.current.owner.query("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()").count < 4
        }
    }
}
