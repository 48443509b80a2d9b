/// A unit of background work: its payload is data, its name is a contract kept across releases.
///
/// The payload carries ids, not copies: the handler reads the rows as they are when it runs, and throws
/// `JobDecision.discard` where they are gone. At most 16 KiB as JSON.
public protocol Job: Codable, Sendable {
    /// Names the kind in the database, for example `scan.read`. Never reused for another payload.
    static var name: String { get }
    /// The queue whose workers have a handler for this kind: small letters, digits and hyphens.
    static var queue: String { get }
    static var retry: RetryPolicy { get }
    /// How long one run may take. A run that ignores its cancellation ends the whole process (exit 75).
    static var timeout: Duration { get }
}

extension Job {
    public static var retry: RetryPolicy { .exponential(attempts: 5) }
    public static var timeout: Duration { .seconds(30) }
}
