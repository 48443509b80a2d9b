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
    private let circuit: Circuit
    private let sender: Correspondent
    private let origin: String

    public init(client: SMTPClient, circuit: Circuit, sender: Correspondent, origin: String) {
        self.client = client
        self.circuit = circuit
        self.sender = sender
        self.origin = origin
    }

    /// Reads `SMTP_URL`, `SMTP_CA_FILE`, `MAIL_FROM` and `MANTEL_ORIGIN`. Nil without `SMTP_URL`: then no mail
    /// leaves. What is wrong becomes a problem of `environment`.
    public static func read(from environment: inout Environment) -> Postman? {
        let origin: WebOrigin? = environment.value("MANTEL_ORIGIN", default: .local)
        let sender = environment.optional("MAIL_FROM") ?? "Mantel <mantel@localhost.localdomain>"
        guard environment.optional("SMTP_URL") != nil else { return nil }
        guard let mailbox = Correspondent(sender) else {
            environment.report(ConfigurationError(problems: ["MAIL_FROM is not an address such as Mantel <mantel@example.org>"]))
            return nil
        }
        guard let server = SMTPServer.read(from: &environment), let origin else { return nil }
        return Postman(client: SMTPClient(server), circuit: Circuit(destination: "\(server)"), sender: mailbox, origin: origin.description)
    }

    /// A link into this installation.
    public func link(_ path: String) -> String { origin + path }

    /// Why and how long mail has to wait now; nil while the mail server answers.
    public var away: Circuit.Open? { circuit.open() }

    /// Sends one letter to one person.
    ///
    /// Throws `Circuit.Open` before `letter` is asked for, and `SMTPFailure` for what may pass: the caller tries
    /// again with the same letter, so that a repetition has the same bytes.
    ///
    /// - Parameter letter: called once the letter may leave; what it commits is committed before the first byte.
    ///   Where it returns nil nothing is sent, and so does this.
    public func deliver(_ letter: () async throws -> Letter?) async throws -> Outcome? {
        let pass = try circuit.enter()
        var result = Circuit.Result.nothing
        defer { circuit.end(pass, result) }
        guard let letter = try await letter() else { return nil }
        guard let address = MailAddress(letter.address) else { return .bounced("The address is not one.") }
        let message = MailMessage(
            id: letter.id, date: letter.date, from: sender, to: Correspondent(name: letter.name, address: address), subject: letter.subject,
            text: letter.text)
        do {
            _ = try await client.send(message)
            result = .answered
            return .sent
        } catch let failure as SMTPFailure {
            switch failure {
            case .permanent, .deferred: result = .answered
            // A delivery that we broke off ourselves says nothing about the server.
            case .unavailable, .unknown: result = Task.isCancelled ? .nothing : .failed("\(failure)")
            }
            guard case .permanent = failure else { throw failure }
            return .bounced("\(failure)")
        } catch let refusal as MailMessage.Refusal {
            return .bounced("\(refusal)")
        }
    }
}
