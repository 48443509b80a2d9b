/// Lends its lanes first come, first served. The line is bounded, and nobody stands in it for longer than
/// the patience: sign-ins queue there instead of taking memory.
actor PasswordLanes {
    private struct Waiter {
        let ticket: Int
        let continuation: CheckedContinuation<PasswordLane, any Error>
    }

    private var free: [PasswordLane]
    private var line: [Waiter] = []
    private var tickets = 0
    private let capacity: Int
    private let patience: Duration

    init(count: Int, capacity: Int, patience: Duration) {
        free = (1...count).map(PasswordLane.init(number:))
        self.capacity = capacity
        self.patience = patience
    }

    /// Runs `work` with a lane of its own. Throws `Busy` where the line is full or does not move in time.
    func lend<T: Sendable>(_ work: @Sendable (PasswordLane) async throws -> T) async throws -> T {
        let lane = try await acquire()
        defer { release(lane) }
        return try await work(lane)
    }

    private func acquire() async throws -> PasswordLane {
        if let lane = free.popLast() { return lane }
        guard line.count < capacity else { throw PasswordHasher.Busy() }
        tickets += 1
        let ticket = tickets
        let timer = Task { [patience] in
            try await Task.sleep(for: patience)
            self.leave(ticket, PasswordHasher.Busy())
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { line.append(Waiter(ticket: ticket, continuation: $0)) }
        } onCancel: {
            // It reaches the actor only once this call waits, so the ticket is in the line by then.
            Task { await self.leave(ticket, CancellationError()) }
        }
    }

    private func leave(_ ticket: Int, _ error: any Error) {
        guard let index = line.firstIndex(where: { $0.ticket == ticket }) else { return }
        line.remove(at: index).continuation.resume(throwing: error)
    }

    private func release(_ lane: PasswordLane) {
        if line.isEmpty { free.append(lane) } else { line.removeFirst().continuation.resume(returning: lane) }
    }
}
