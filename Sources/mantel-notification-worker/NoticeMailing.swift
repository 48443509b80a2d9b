import Delivery
import Household
import Mailing
import Store

extension Mailing<NoticeMail> {
    /// One notice on its way to one person's mailbox.
    init(_ job: SendNotice, store: Store, postman: Postman?) {
        self.init(.notice(job.notice, to: job.member), store: store, postman: postman) {
            try await store.noticeMail(job.notice, to: job.member, in: $0)
        } letter: { mail, postman in
            Letter(
                id: job.notice.uuid, date: mail.created, address: mail.address, name: mail.name,
                subject: mail.subject,
                text: """
                    Hello \(mail.name.inOneLine),

                    \(mail.text.inOneLine)

                    \(postman.link("/h/\(mail.household)/gifts"))
                    \(mail.hasFigures ? "\nThese figures are what you can see; nobody else gets exactly this mail." : "")
                    """)
        }
    }
}
