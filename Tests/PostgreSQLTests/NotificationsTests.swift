import PostgreSQL
import TestSupport
import Testing

@Suite(.ownDatabase) struct NotificationsTests {
    @Test(.timeLimit(.minutes(1))) func `payloads arrive, and a resync follows a lost connection`() async throws {
        let owner = try TestDatabase.current.owner
        let notifications = Notifications(try TestDatabase.current.conninfo(), channels: ["jobs", "odd \"name\""])
        var events = notifications.events().makeAsyncIterator()
        #expect(await events.next() == .resync)
        _ = try await owner.query("SELECT pg_notify('jobs', \("1")), pg_notify('odd \"name\"', \("{}"))")
        #expect(await events.next() == .notification(channel: "jobs", payload: "1"))
        #expect(await events.next() == .notification(channel: "odd \"name\"", payload: "{}"))

        let ended = try await owner.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()")
        #expect(ended.count == 1)
        #expect(await events.next() == .resync)
        _ = try await owner.query("SELECT pg_notify('jobs', \("2"))")
        #expect(await events.next() == .notification(channel: "jobs", payload: "2"))
    }

    @Test(.timeLimit(.minutes(1))) func `a slow reader is told that something is missing`() async throws {
        let owner = try TestDatabase.current.owner
        let notifications = Notifications(try TestDatabase.current.conninfo(), channels: ["jobs"], buffer: 4)
        var events = notifications.events().makeAsyncIterator()
        #expect(await events.next() == .resync)
        for number in 0..<20 { _ = try await owner.query("SELECT pg_notify('jobs', \(String(number)))") }
        var seen: [Notifications.Event] = []
        while let event = await events.next() {
            seen.append(event)
            if event == .resync { break }
        }
        #expect(seen.count < 20)
    }

    @Test(.timeLimit(.minutes(1))) func `a silent connection is kept alive`() async throws {
        let owner = try TestDatabase.current.owner
        let notifications = Notifications(try TestDatabase.current.conninfo(), channels: ["jobs"], keepAlive: .milliseconds(50))
        var events = notifications.events().makeAsyncIterator()
        #expect(await events.next() == .resync)
        try await Task.sleep(for: .milliseconds(300))
        _ = try await owner.query("SELECT pg_notify('jobs', '3')")
        #expect(await events.next() == .notification(channel: "jobs", payload: "3"))
    }

    @Test(.timeLimit(.minutes(1))) func `a reader that leaves ends the session`() async throws {
        let owner = try TestDatabase.current.owner
        let notifications = Notifications(try TestDatabase.current.conninfo(), channels: ["jobs"])
        let reader = Task { for await _ in notifications.events() {} }
        func sessions() async throws -> Int {
            try await owner.query("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()").count
        }
        try await eventually("it listens") { try await sessions() == 1 }
        reader.cancel()
        try await eventually("it has left") { try await sessions() == 0 }
    }
}
