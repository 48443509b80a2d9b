public import Foundation
import Household
public import ServiceKit

/// How mail leaves this installation: the server, the sender, and the address that links begin with.
public struct Postman: Sendable {
    /// What became of a message that will not be tried again.
    public enum Outcome: Sendable, Equatable {
        case sent
        /// The server's own words.
        case bounced(String)
    }

    private let client: SMTPClient
    private let sender: Correspondent
    private let origin: String

    /// Reads `SMTP_URL`, `SMTP_CA_FILE`, `MAIL_FROM` and `MANTEL_ORIGIN`. Nil without `SMTP_URL`: then no mail
    /// leaves. What is wrong becomes a problem of `environment`.
    public static func read(from environment: inout Environment) -> Postman? {
        let origin: String? = environment.value("MANTEL_ORIGIN", default: "http://localhost:8080")
        let sender = environment.optional("MAIL_FROM") ?? "Mantel <mantel@localhost.localdomain>"
        guard environment.optional("SMTP_URL") != nil else { return nil }
        guard let mailbox = Correspondent(sender) else {
            environment.report(ConfigurationError(problems: ["MAIL_FROM is not an address such as Mantel <mantel@example.org>"]))
            return nil
        }
        guard let server = SMTPServer.read(from: &environment), let origin else { return nil }
        return Postman(client: SMTPClient(server), sender: mailbox, origin: origin)
    }

    /// A link into this installation.
    public func link(_ path: String) -> String { origin + path }

    /// Sends one message to one person. Throws what may pass (`SMTPFailure.temporary`, `.unknown`): the caller
    /// tries again with the same id and date, so that a repetition has the same bytes.
    public func deliver(id: UUID, date: Date, to address: String, name: String, subject: String, text: String) async throws -> Outcome {
        guard let address = MailAddress(address) else { return .bounced("The address is not one.") }
        let message = MailMessage(
            id: id, date: date, from: sender, to: Correspondent(name: name, address: address), subject: subject, text: text)
        do {
            _ = try await client.send(message)
            return .sent
        } catch SMTPFailure.permanent(let reply) {
            return .bounced("\(reply)")
        } catch let refusal as MailMessage.Refusal {
            return .bounced("\(refusal)")
        }
    }
}
