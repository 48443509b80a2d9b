/// How one queue of the server stands. Times are in seconds.
public struct QueueFigures: Sendable, Equatable {
    public var queue: String
    public var due = 0
    public var later = 0
    public var handedOver = 0
    public var running = 0
    public var dead = 0
    /// Open jobs that failed before.
    public var retried = 0
    /// Since the oldest open job became due; 0 where none is.
    public var oldestAge = 0.0
    /// Taken so far by the jobs that are open or have ended within the hour.
    public var attempts = 0
    /// Within the hour.
    public var done = 0
    public var died = 0
    /// Of the last runs of the jobs done within the hour; nil where there were none.
    public var medianRun: Double?
    public var slowestRun: Double?

    public init(queue: String) { self.queue = queue }
}
