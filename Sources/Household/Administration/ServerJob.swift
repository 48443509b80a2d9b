public import Foundation

/// A job as the server's administrator sees it: how it goes, not what it is about.
public struct ServerJob: Sendable, Equatable {
    public typealias ID = Identifier<ServerJob>

    public enum State: String, Sendable, CaseIterable, LosslessStringConvertible {
        /// Due now or later, and not handed over to the workers.
        case waiting
        /// Handed over; the next free worker takes it.
        case published
        case running, done, dead

        public init?(_ description: String) { self.init(rawValue: description) }
        public var description: String { rawValue }

        public var isOpen: Bool { self != .done && self != .dead }
    }

    public var id: ID
    public var household: HouseholdProfile.ID?
    public var kind: String
    public var queue: String
    public var state: State
    /// Attempts taken, the running one included.
    public var attempt: Int
    public var attempts: Int
    public var created: Date
    public var due: Date
    /// When its last run began.
    public var started: Date?
    public var ended: Date?
    /// Why it failed, died or was given up, without what that may tell of a family.
    public var reason: String?

    public init(
        id: ID, household: HouseholdProfile.ID?, kind: String, queue: String, state: State, attempt: Int, attempts: Int, created: Date,
        due: Date, started: Date? = nil, ended: Date? = nil, reason: String? = nil
    ) {
        self.id = id
        self.household = household
        self.kind = kind
        self.queue = queue
        self.state = state
        self.attempt = attempt
        self.attempts = attempts
        self.created = created
        self.due = due
        self.started = started
        self.ended = ended
        self.reason = reason
    }
}
