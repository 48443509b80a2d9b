import Synchronization

/// How often the log hears of jobs of a kind that nobody here knows: of the first at once, then of all that came since.
final class UnknownKinds: Sendable {
    private struct Count {
        var jobs = 0
        var told: ContinuousClock.Instant?
    }

    private static let pause = Duration.seconds(30)

    private let counts = Mutex<[String: Count]>([:])

    /// How many to tell of now; nil where it is too early to tell.
    func met(_ jobs: Int, of kind: String) -> Int? {
        counts.withLock { counts in
            var count = counts[kind] ?? Count()
            defer { counts[kind] = count }
            count.jobs += jobs
            if let told = count.told, told + Self.pause > .now { return nil }
            defer { count = Count(told: .now) }
            return count.jobs
        }
    }
}
