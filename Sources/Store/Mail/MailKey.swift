public import Household

/// Which mail is meant: what it tells, and the member as whom it is read and kept.
public struct MailKey: Sendable, Equatable {
    var notice: Notice.ID?
    var invitation: Invitation.ID?
    var digest: Digest.ID?
    var member: Member.ID

    /// The mail of a notice to its member.
    public static func notice(_ notice: Notice.ID, to member: Member.ID) -> MailKey { MailKey(notice: notice, member: member) }

    /// The mail of several notices to their member.
    public static func digest(_ digest: Digest.ID, to member: Member.ID) -> MailKey { MailKey(digest: digest, member: member) }

    /// The mail of an invitation, kept with its inviter.
    public static func invitation(_ invitation: Invitation.ID, from inviter: Member.ID) -> MailKey {
        MailKey(invitation: invitation, member: inviter)
    }
}
