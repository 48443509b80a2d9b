public import Foundation

/// A mail server in a process of its own (`Tests/MailSink/sink.py`, on Debian's `python3-aiosmtpd`), which reads
/// what it takes with Python's mail parser. It ends with this process.
public final class MailSink: Sendable {
    public struct Record: Decodable, Sendable, Equatable {
        public var envelopeFrom: String
        public var envelopeTo: [String]
        public var tls: Bool
        public var user: String?
        public var headers: [[String]]
        public var to: [[String]]
        public var from: [[String]]
        public var text: String?
        public var html: String?
        public var attachments: [[String]]
        public var date: Double
        public var defects: [String]
        public var longestLine: Int

        public func header(_ name: String) -> String? { headers.first { $0[0] == name }?[1] }
    }

    /// One message that came to the sink whole, taken or not.
    public struct Arrival: Decodable, Sendable, Equatable {
        /// Seconds since 1970.
        public var at: Double
        /// The local part of its Message-ID.
        public var id: String
        public var to: String
        /// Of its bytes.
        public var sha256: String
        /// `taken`, or what was done instead.
        public var fate: String
    }

    public let port: Int
    /// Each message taken is `ID.json` in it.
    public let folder: URL
    public var certificates: String { folder.appending(path: "certificate.pem").path }

    private let process: Process
    private let input: Pipe

    /// - Parameter options: see the script.
    public init(_ options: String...) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mail-sink-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = TestServices.packageRoot.appending(path: "Tests/MailSink/sink.py")
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
            guard process.isRunning, ContinuousClock.now < deadline else {
                throw ServiceMissing("the mail sink did not start: it needs the Debian packages python3-aiosmtpd and openssl")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Has the sink treat all mail so from now on; see the script.
    public func control(_ modes: JSONDocument) async throws {
        let before = controls
        try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(modes) + Data("\n".utf8))
        try await eventually("the mail sink obeyed") { self.controls > before }
    }

    private var controls: Int {
        (try? String(contentsOf: folder.appending(path: "controls"), encoding: .utf8)).flatMap { Int($0) } ?? 0
    }

    /// The sink ends with its input, and removes the folder.
    deinit { try? input.fileHandleForWriting.close() }

    /// What the sink took under a Message-ID with this local part; throws where it took no such message.
    public func record(_ id: String) throws -> Record {
        try JSONDecoder().decode(Record.self, from: Data(contentsOf: folder.appending(path: id + ".json")))
    }

    /// All it took, by the local part of the Message-ID.
    public var taken: [String: Record] {
        get throws {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
            return try Dictionary(uniqueKeysWithValues: files.map { (String($0.dropLast(5)), try record(String($0.dropLast(5)))) })
        }
    }

    /// Every message that came whole, in its order.
    public var arrivals: [Arrival] {
        get throws {
            guard let log = try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8) else { return [] }
            return try log.split(separator: "\n").map { try JSONDecoder().decode(Arrival.self, from: Data($0.utf8)) }
        }
    }
}
