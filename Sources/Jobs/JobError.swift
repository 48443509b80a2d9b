/// What can go wrong with the machinery of jobs itself.
public enum JobError: Error, Sendable, Equatable {
    case notEnqueued
    /// Somebody else has taken the job: whatever this run wrote was rolled back.
    case leaseLost
    /// `finish` was called a second time.
    case finishedTwice
    /// Kinds of the worker's own queues for which it has no handler.
    case unhandled([String])
    /// A handler for a kind of another queue, or a second one for the same kind.
    case misplacedHandler(String)
}
