import Delivery
import Household
import Mailing
import Secrets
import ServiceKit
import Store

extension Mailing<InvitationMail> {
    /// One invitation on its way. The link's token is derived here; it is stored nowhere.
    init(_ job: SendInvitation, store: Store, postman: Postman?, secret: LinkSecret) {
        self.init(.invitation(job.invitation, from: job.inviter), store: store, postman: postman) {
            try await store.invitationMail(job.invitation, from: job.inviter, in: $0)
        } letter: { mail, postman in
            Letter(
                id: job.invitation.uuid, date: mail.made, address: mail.email, subject: "\(mail.inviter) invites you to \(mail.household)",
                text: """
                    Hello,

                    \(mail.inviter.inOneLine) invites you to "\(mail.household.inOneLine)" on Mantel: gifts planned together, surprises kept, one calendar.

                    Open this link and press Join. It works once, for \(Store.invitationLifetimeDays) days:

                    \(postman.link("/join/\(secret.token(purpose: "invitation", id: job.invitation.uuid).text)"))
                    """)
        }
    }
}
