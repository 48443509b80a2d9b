import Delivery
import Household
import Jobs
import ServiceKit
import Store

/// One notice on its way to one person's mailbox.
///
/// "Sending" is committed before the first byte leaves, and every attempt sends the same bytes under the same
/// Message-ID. Where the server says yes and this process dies before it wrote that down, the next attempt
/// repeats them: that window is the only one.
struct NoticeMailing: Sendable {
    let store: Store
    let postman: Postman?
    let job: SendNotice

    func run(_ context: JobContext) async throws {
        guard let postman else { throw JobDecision.discard(reason: "no mail server is configured") }
        guard let mail = try await store.beginDelivery(of: job.notice, to: job.member) else {
            throw JobDecision.discard(reason: "it is sent, unwanted or gone")
        }
        let outcome: Postman.Outcome
        do {
            outcome = try await postman.deliver(
                id: job.notice.uuid, date: mail.notice.created, to: mail.address, name: mail.name, subject: subject(mail), text: text(mail, postman))
        } catch let failure where context.isLastAttempt {
            outcome = .bounced("\(failure)")
        }
        let detail: String? = if case .bounced(let words) = outcome { words } else { nil }
        if detail != nil { Logger.current.log(.warning, "a notice could not be mailed", ["notice": "\(job.notice)"]) }
        try await context.finish { [store, job] in
            try await store.endDelivery(of: job.notice, to: job.member, bounced: detail, in: $0)
        }
    }

    /// Never names a gift: a subject line shows on locked screens and shared mailboxes.
    private func subject(_ mail: NoticeMail) -> String {
        mail.notice.budget.map { "\($0.occasionName): the budget is passed" } ?? "News from Mantel"
    }

    private func text(_ mail: NoticeMail, _ postman: Postman) -> String {
        """
        Hello \(mail.name.inOneLine),

        \(mail.notice.text.inOneLine)

        \(postman.link("/h/\(mail.household)/gifts"))

        These figures are what you can see; nobody else gets exactly this mail.
        """
    }
}
