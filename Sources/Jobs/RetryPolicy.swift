/// How often a kind of job is tried, and how long it pauses between.
public struct RetryPolicy: Sendable {
    /// Runs in all, the first included; a run whose process died counts.
    public var attempts: Int
    /// The pause after the given attempt (1 is the first) failed.
    public var delay: @Sendable (_ attempt: Int) -> Duration

    public init(attempts: Int, delay: @escaping @Sendable (_ attempt: Int) -> Duration) {
        self.attempts = attempts
        self.delay = delay
    }

    public static let never = RetryPolicy(attempts: 1) { _ in .zero }

    /// `first`, then twice as long each time up to `ceiling`, each spread by half so that failures do not
    /// return together.
    public static func exponential(
        attempts: Int, first: Duration = .seconds(2), ceiling: Duration = .seconds(300)
    ) -> RetryPolicy {
        RetryPolicy(attempts: attempts) { attempt in
            min(first * (1 << min(max(attempt - 1, 0), 20)), ceiling) * Double.random(in: 0.5...1.5)
        }
    }

    /// One attempt more than there are pauses, each spread by a quarter.
    public static func pauses(_ first: Duration, _ more: Duration...) -> RetryPolicy {
        let pauses = [first] + more
        return RetryPolicy(attempts: pauses.count + 1) { attempt in
            pauses[min(max(attempt - 1, 0), pauses.count - 1)] * Double.random(in: 0.75...1.25)
        }
    }
}
