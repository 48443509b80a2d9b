import Synchronization

/// How many jobs of one queue run at once: on lanes of its own, and beyond them on lanes that it shares. One
/// reader waits on it; runs give their lane back.
final class QueueLanes: Sendable {
    enum Grant: Equatable {
        /// So many of its own lanes are free.
        case own(Int)
        /// One shared lane, taken already: to be used or given back.
        case shared
    }

    private let limit: Int
    private let rank: Int
    private let shared: SharedLanes
    private let busy = Mutex(0)
    private let released: AsyncStream<Void>
    private let release: AsyncStream<Void>.Continuation

    init(own limit: Int, rank: Int, shared: SharedLanes) {
        self.limit = limit
        self.rank = rank
        self.shared = shared
        (released, release) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        shared.onRelease { [release] in release.yield() }
    }

    /// Waits for a lane; nil when the caller is cancelled.
    func next() async -> Grant? {
        while !Task.isCancelled {
            let free = limit - busy.withLock(\.self)
            if free > 0 {
                shared.forgo(rank: rank)
                return .own(free)
            }
            if shared.take(rank: rank) { return .shared }
            for await _ in released { break }
        }
        return nil
    }

    /// Returns what gives the lane back.
    func occupyOwn() -> @Sendable () -> Void {
        busy.withLock { $0 += 1 }
        return { [self] in
            busy.withLock { $0 -= 1 }
            release.yield()
        }
    }

    /// Gives back a shared lane for which there is no job.
    func returnShared() {
        shared.forgo(rank: rank)
        shared.release()
    }

    func releaseShared() { shared.release() }
}
