import PostgreSQL

/// How a queue stands. Alert on the age, not on the length.
public struct QueueStatistics: Sendable, Equatable {
    public var queue: String
    /// Due, and not in Redis yet.
    public var waiting: Int
    /// Due later.
    public var delayed: Int
    /// In Redis, not claimed yet.
    public var published: Int
    public var running: Int
    public var dead: Int
    /// Open jobs that failed before.
    public var retried: Int
    /// Seconds since the oldest open job became due.
    public var oldestAge: Double
    /// Attempts taken so far by the jobs that are open or have ended within the hour.
    public var attempts: Int
    /// Jobs done within the hour; counted up to 50,000 over all queues.
    public var done: Int
    /// Jobs that died within the hour.
    public var died: Int
    /// Seconds, of the last runs of the jobs done within the hour; nil where there were none.
    public var medianRun: Double?
    public var slowestRun: Double?

    init(_ row: Row) throws {
        queue = try row["queue"]
        waiting = try row["waiting"]
        delayed = try row["delayed"]
        published = try row["published"]
        running = try row["running"]
        dead = try row["dead"]
        retried = try row["retried"]
        oldestAge = try row["oldest_age"]
        attempts = try row["attempts"]
        done = try row["done"]
        died = try row["died"]
        medianRun = try row["median_run"]
        slowestRun = try row["slowest_run"]
    }
}
