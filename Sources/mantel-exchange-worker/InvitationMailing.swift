import Delivery
import Household
import Jobs
import Secrets
import ServiceKit
import Store

/// One invitation on its way. The link's token is derived here; it is stored nowhere.
struct InvitationMailing: Sendable {
    let store: Store
    let postman: Postman?
    let secret: LinkSecret
    let job: SendInvitation

    func run(_ context: JobContext) async throws {
        guard let postman else { throw JobDecision.discard(reason: "no mail server is configured") }
        guard let invitation = try await store.invitationToSend(job.invitation, as: job.inviter) else {
            throw JobDecision.discard(reason: "the invitation is no longer open")
        }
        let token = secret.token(purpose: "invitation", id: job.invitation.uuid)
        let outcome = try await postman.deliver(
            id: job.invitation.uuid, date: invitation.made, to: invitation.email, name: "",
            subject: "\(invitation.inviter) invites you to \(invitation.household)",
            text: """
                Hello,

                \(invitation.inviter.inOneLine) invites you to "\(invitation.household.inOneLine)" on Mantel: gifts planned together, surprises kept, one calendar.

                Open this link and press Join. It works once, for \(Store.invitationLifetimeDays) days:

                \(postman.link("/join/\(token.text)"))
                """)
        if case .bounced(let words) = outcome { throw JobDecision.bury(reason: words) }
    }
}
