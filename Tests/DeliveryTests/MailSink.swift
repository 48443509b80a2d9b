import Delivery
import Foundation
import Testing

/// A mail server in a process of its own (`Tests/MailSink/sink.py`, on Debian's `python3-aiosmtpd`), which reads
/// what it takes with Python's mail parser. It ends with this process.
final class MailSink: Sendable {
    struct Record: Decodable {
        var envelopeFrom: String
        var envelopeTo: [String]
        var tls: Bool
        var user: String?
        var headers: [[String]]
        var to: [[String]]
        var from: [[String]]
        var text: String?
        var html: String?
        var attachments: [[String]]
        var date: Double
        var defects: [String]
        var longestLine: Int

        func header(_ name: String) -> String? { headers.first { $0[0] == name }?[1] }
    }

    struct NotStarted: Error, CustomStringConvertible {
        var description: String { "The mail sink did not start: it needs the Debian packages python3-aiosmtpd and openssl" }
    }

    let port: Int
    let folder: URL
    var certificates: String { folder.appending(path: "certificate.pem").path }

    /// One without any option, for all tests.
    static let plain = Task { try await MailSink() }

    private let process: Process
    private let input: Pipe

    init(_ options: String...) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mail-sink-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "MailSink/sink.py")
        process = Process()
        input = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [script.path, folder.path] + options
        process.standardInput = input
        try process.run()
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            if let text = try? String(contentsOf: folder.appending(path: "ready"), encoding: .utf8), let port = Int(text) {
                self.port = port
                return
            }
            guard process.isRunning, ContinuousClock.now < deadline else { throw NotStarted() }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The sink ends with its input, and removes the folder.
    deinit { try? input.fileHandleForWriting.close() }

    func server(_ security: SMTPServer.Security = .plain, host: String = "127.0.0.1") -> SMTPServer {
        SMTPServer(host: host, port: port, security: security)
    }

    /// What the sink took; throws where it took no such message.
    func record(of message: MailMessage) throws -> Record {
        let file = folder.appending(path: message.id.uuidString.lowercased() + ".json")
        return try JSONDecoder().decode(Record.self, from: Data(contentsOf: file))
    }

    func took(_ message: MailMessage) -> Bool { (try? record(of: message)) != nil }
}
