import Delivery
import Foundation
import Household

func sample(
    to local: String = "anna", name: String = "Anna Hill", subject: String = "The budget", text: String = "Hello\n", html: String? = nil,
    attachments: [MailAttachment] = []
) throws -> MailMessage {
    MailMessage(
        id: UUID(), date: Date(timeIntervalSince1970: 1_796_112_300),
        from: Correspondent(name: "Mantel", address: try MailAddress(parsing: "mantel@example.org")),
        to: Correspondent(name: name, address: try MailAddress(parsing: "\(local)@example.org")), subject: subject, text: text, html: html,
        attachments: attachments)
}
