public import Household
public import Jobs

/// Several notices to one person that make one mail.
public enum Digest {
    public typealias ID = Identifier<Digest>

    /// Bytes of notices in one mail; the rest is counted, and read in the app.
    static let largestText = 6000
    /// Notices that are looked at for one mail.
    static let largestCount = 200
}

/// Mails the notices that have gathered in a digest.
public struct SendDigest: Job {
    public static let name = "notice.digest"
    public static let queue = "mail"
    public static let retry = RetryPolicy.mail
    public static let timeout = MailTimes.run

    public var digest: Digest.ID
    public var member: Member.ID
}
