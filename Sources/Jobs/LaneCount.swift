import Synchronization

/// How many jobs of one queue run at once. One reader waits on it; runs release it.
final class LaneCount: Sendable {
    private let limit: Int
    private let busy = Mutex(0)
    private let released: AsyncStream<Void>
    private let release: AsyncStream<Void>.Continuation

    init(_ limit: Int) {
        self.limit = limit
        (released, release) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The number of free lanes, at least one; 0 when the caller is cancelled.
    func free() async -> Int {
        while !Task.isCancelled {
            let free = limit - busy.withLock(\.self)
            if free > 0 { return free }
            for await _ in released { break }
        }
        return 0
    }

    func occupy(_ count: Int) { busy.withLock { $0 += count } }

    func vacate() {
        busy.withLock { $0 -= 1 }
        release.yield()
    }
}
