public import Jobs

/// How long mail is tried.
public enum MailTimes {
    /// One run: more than the longest delivery, which ends by its own deadlines.
    public static let run = Duration.seconds(150)
    /// How long mail waits for a mail server that is away before its person counts as out of reach (RFC 5321
    /// §4.5.4.1 asks for four or five days).
    public static let patience = Duration.seconds(5 * 86_400)
}

extension RetryPolicy {
    /// For the person who cannot be reached now: soon enough for greylisting, and on for two days. A server that
    /// is away costs no attempt.
    static let mail = RetryPolicy.pauses(
        .minutes(1), .minutes(5), .minutes(10), .minutes(20), .minutes(30), .minutes(60), .minutes(120), .minutes(240), .minutes(240),
        .minutes(240), .minutes(240), .minutes(240), .minutes(240), .minutes(240), .minutes(240), .minutes(240), .minutes(240), .minutes(240))
}

extension Duration {
    fileprivate static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
}
