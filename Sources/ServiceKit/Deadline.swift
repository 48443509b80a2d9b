/// The work did not end within its time.
public struct DeadlineExceeded: Error {
    public var limit: Duration
}

/// Runs `work`, and cancels it and throws `DeadlineExceeded` once `limit` has passed.
///
/// Work that ignores cancellation still holds the caller; C calls need a deadline of their own.
public func withDeadline<T: Sendable>(_ limit: Duration, _ work: @escaping @Sendable () async throws -> T) async throws -> T {
    try await withThrowingTaskGroup(of: T.self) { group in
        group.addTask(operation: work)
        group.addTask {
            try await Task.sleep(for: limit)
            throw DeadlineExceeded(limit: limit)
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw DeadlineExceeded(limit: limit) }
        return first
    }
}
