import PostgreSQL
import Testing
import TestSupport

@Suite(.ownDatabase) struct OwnDatabaseTests {
    @Test(arguments: 1...3) func `each test has a database that nobody touched`(run: Int) async throws {
        let database = try TestDatabase.current
        try await database.owner.execute("CREATE TABLE mine (n int)")
        #expect(try await database.owner.query("SELECT current_database()")[0][0] == database.name)
    }

    @Test func `the roles of the processes can connect, and cannot create tables`() async throws {
        let database = try TestDatabase.current
        #expect(try await database.api.query("SELECT current_user::text")[0][0] == "mantel_api")
        #expect(try await database.worker.query("SELECT current_user::text")[0][0] == "mantel_worker")
        await #expect(throws: (any Error).self) { try await database.api.execute("CREATE TABLE mine (n int)") }
    }
}

@Suite struct NoDatabaseTests {
    @Test func `a test without the trait is told what it lacks`() {
        let error = #expect(throws: ServiceMissing.self) { try TestDatabase.current }
        #expect(error?.description.contains(".ownDatabase") == true)
    }
}
