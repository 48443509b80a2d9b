import Synchronization

/// How often the log hears of jobs of a kind that nobody here knows: of the first at once, then of all that came since.
final class UnknownKinds: Sendable {
    private struct Count {
        var jobs = 0
        var told: ContinuousClock.Instant?
    }

    private static let pause = Duration.seconds(30)
    /// Names that are remembered; with another one all are forgotten, and told of once more.
    private static let largestCount = 100

    private let counts = Mutex<[String: Count]>([:])

    /// How many to tell of now; nil where it is too early to tell.
    func met(_ jobs: Int, of kind: String) -> Int? {
        counts.withLock { counts in
            if counts[kind] == nil, counts.count >= Self.largestCount { counts = [:] }
            var count = counts[kind] ?? Count()
            count.jobs += jobs
            let isTime = count.told.map { $0 + Self.pause <= .now } ?? true
            counts[kind] = isTime ? Count(told: .now) : count
            return isTime ? count.jobs : nil
        }
    }
}
