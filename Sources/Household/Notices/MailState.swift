/// How far a mail to one person is.
public enum MailState: String, Sendable, CaseIterable, LosslessStringConvertible {
    case queued
    /// Committed before the first byte leaves.
    case sending
    case sent
    /// Its server will not take it.
    case bounced
    /// Handed over as often as it may be without an answer: it may have arrived.
    case unconfirmed

    public init?(_ description: String) { self.init(rawValue: description) }
    public var description: String { rawValue }
}
