/// Something a test waited for did not come about in time.
public struct NeverHappened: Error, CustomStringConvertible {
    public var description: String
}

/// Waits until `condition` holds, and throws with these words when it does not within the time.
public func eventually(
    _ what: String, within limit: Duration = .seconds(60), isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw NeverHappened(description: "not within \(limit): \(what)") }
        try await Task.sleep(for: .milliseconds(10))
    }
}
