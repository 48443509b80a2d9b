/// What a handler may decide besides returning (done) and throwing anything else (try again).
public enum JobDecision: Error, Sendable {
    /// There is nothing left to do: the job counts as done, the reason is kept.
    case discard(reason: String)
    /// Not yet: due again after this time. The run is not counted as an attempt.
    case snooze(Duration)
    /// No further attempt can help: the job is dead, and waits for a person with its reason.
    case bury(reason: String)
}
