import Delivery
import Foundation
import Household
import Mailing
import ServiceKit
import Store

extension Mailing<NoticeMail> {
    /// One notice on its way to one person's mailbox.
    init(_ job: SendNotice, store: Store, postman: Postman?) {
        self.init(.notice(job.notice, to: job.member), store: store, postman: postman) {
            try await store.noticeMail(job.notice, to: job.member, in: $0)
        } letter: { mail, postman in
            Letter(job.notice.uuid, mail, postman)
        } quiet: {
            try await store.quiet(of: job.member)
        }
    }

    /// Several notices on their way in one mail.
    init(_ job: SendDigest, store: Store, postman: Postman?) {
        self.init(.digest(job.digest, to: job.member), store: store, postman: postman) {
            try await store.digestMail(job.digest, to: job.member, in: $0)
        } letter: { mail, postman in
            Letter(job.digest.uuid, mail, postman)
        } quiet: {
            try await store.quiet(of: job.member)
        }
    }
}

extension Letter {
    fileprivate init(_ id: UUID, _ mail: NoticeMail, _ postman: Postman) {
        let texts = [mail.text] + (mail.others ?? [])
        let lines = texts.count == 1 ? texts.map(\.inOneLine) : texts.map { "- \($0.inOneLine)" }
        let more = mail.omitted.map { "\n\nAnd \($0) more, which you read in Mantel." } ?? ""
        let place = texts.count == 1 ? "gifts" : "notices"
        self.init(
            id: id, date: mail.created, address: mail.address, name: mail.name, subject: mail.subject,
            text: """
                Hello \(mail.name.inOneLine),

                \(lines.joined(separator: "\n"))\(more)

                \(postman.link("/h/\(mail.household)/\(place)"))
                \(mail.hasFigures ? "\nThese figures are what you can see; nobody else gets exactly this mail." : "")
                """)
    }
}
