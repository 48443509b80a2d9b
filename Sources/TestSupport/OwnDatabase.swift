public import Testing

/// Gives each test a database of its own, migrated, as `TestDatabase.current`.
public struct OwnDatabase: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        let database = TestDatabase(name: try await DatabaseTemplate.shared.makeCopy())
        let result: Result<Void, any Error>
        do {
            result = .success(try await TestDatabase.$running.withValue(database, operation: function))
        } catch {
            result = .failure(error)
        }
        await database.close()
        try await DatabaseTemplate.shared.drop(database.name)
        try result.get()
    }
}

extension Trait where Self == OwnDatabase {
    /// Each test gets a copy of the migrated database, and it is dropped afterwards.
    public static var ownDatabase: OwnDatabase { OwnDatabase() }
}
