import Delivery
import Foundation
import TestSupport

extension MailSink {
    /// One without any option, for all tests.
    static let plain = Task { try await MailSink() }

    func server(_ security: SMTPServer.Security = .plain, host: String = "127.0.0.1") -> SMTPServer {
        SMTPServer(host: host, port: port, security: security)
    }

    /// What the sink took; throws where it took no such message.
    func record(of message: MailMessage) throws -> Record { try record(message.id.uuidString.lowercased()) }

    func took(_ message: MailMessage) -> Bool { (try? record(of: message)) != nil }
}
