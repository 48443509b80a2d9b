public import Delivery
public import Jobs
public import PostgreSQL
public import Store
import Household
import ServiceKit

/// A job that sends one mail to one person.
///
/// "Sending" is committed before the first byte leaves, and every attempt sends the same bytes under the same
/// Message-ID. Where the server says yes and this process dies before it wrote that down, or where the server's
/// answer is lost, one more attempt repeats them: those windows are the only ones.
///
/// A server that is away costs no attempt, and mail waits for it for days. A person whom the server does not
/// reach now is tried again by the policy of the job, and bounces with the server's words.
public struct Mailing<Content: Codable & Sendable>: Sendable {
    private let mail: MailKey
    private let store: Store
    private let postman: Postman?
    private let quiet: @Sendable () async throws -> Duration?
    private let content: @Sendable (Transaction) async throws -> Content?
    private let letter: @Sendable (Content, Postman) -> Letter

    /// - Parameters:
    ///   - postman: nil where no mail leaves this installation.
    ///   - content: what the mail says as things are; nil where it must not be sent (any more).
    ///   - letter: the same for the same content.
    ///   - quiet: for how long the person wants no mail; the job is due again then, and no attempt is counted.
    public init(
        _ mail: MailKey, store: Store, postman: Postman?, content: @escaping @Sendable (Transaction) async throws -> Content?,
        letter: @escaping @Sendable (Content, Postman) -> Letter, quiet: @escaping @Sendable () async throws -> Duration? = { nil }
    ) {
        self.mail = mail
        self.store = store
        self.postman = postman
        self.quiet = quiet
        self.content = content
        self.letter = letter
    }

    public func run(_ context: JobContext) async throws {
        guard let postman else { throw JobDecision.discard(reason: "no mail server is configured") }
        do {
            if let pause = try await quiet() { throw JobDecision.snooze(pause) }
            try await attempt(postman, context)
        } catch where DatabaseOutage.caused(error) {
            // No fault of the person's: their long pauses are not for that.
            throw JobDecision.snooze(.milliseconds(.random(in: 1000...4000)))
        }
    }

    private func attempt(_ postman: Postman, _ context: JobContext) async throws {
        do {
            switch try await postman.deliver({ try await begin(context).map { letter($0, postman) } }) {
            case .sent?: try await end(.sent, nil, context)
            case .bounced(let words)?: try await end(.bounced, words, context)
            case nil: throw JobDecision.discard(reason: "it is sent, unwanted or gone")
            }
        } catch let open as Circuit.Open {
            try await putOff(open, context)
        } catch let failure as SMTPFailure {
            try await fail(failure, postman, context)
        } catch is Unanswered {
            try await giveUp("its process ended while it was sent", context)
        }
    }

    private struct Unanswered: Error {}

    private func begin(_ context: JobContext) async throws -> Content? {
        let beginning = try await context.record { [content, store, mail] transaction -> MailBeginning<Content> in
            guard let now = try await content(transaction) else { return .ended }
            return try await store.beginMail(mail, saying: now, in: transaction)
        }
        switch beginning {
        case .ready(let content): return content
        case .ended: return nil
        case .unanswered: throw Unanswered()
        }
    }

    private func fail(_ failure: SMTPFailure, _ postman: Postman, _ context: JobContext) async throws {
        let answered = if case .unknown = failure { false } else { true }
        let unanswered = try await DatabaseOutage.waitedOut { [store, mail] in
            try await context.record { try await store.putMailBack(mail, because: "\(failure)", answered: answered, in: $0) }
        }
        if unanswered >= Store.largestUnanswered { return try await giveUp("\(failure)", context) }
        if let open = postman.away { return try await putOff(open, context) }
        if context.isLastAttempt { return try await end(.bounced, "\(failure)", context) }
        throw failure
    }

    /// Not yet, and not this mail's fault.
    private func putOff(_ open: Circuit.Open, _ context: JobContext) async throws {
        guard context.age < MailTimes.patience else {
            return try await end(.bounced, "The mail server was away for days: \(open.cause)", context)
        }
        throw JobDecision.snooze(open.pause)
    }

    /// It may have arrived: only a person may have it sent again.
    private func giveUp(_ cause: String, _ context: JobContext) async throws {
        let words = "Whether it arrived is not known: \(cause)"
        try await context.record { [store, mail] in try await store.endMail(mail, as: .unconfirmed, detail: words, in: $0) }
        throw JobDecision.bury(reason: words)
    }

    private func end(_ state: MailState, _ detail: String?, _ context: JobContext) async throws {
        if state == .bounced { Logger.current.log(.warning, "a mail could not be delivered", ["reason": detail ?? ""]) }
        // A yes that is not written down is a mail that comes twice.
        try await DatabaseOutage.waitedOut { [store, mail] in
            try await context.finish { try await store.endMail(mail, as: state, detail: detail, in: $0) }
        }
    }
}
