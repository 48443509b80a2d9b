import Delivery
import Foundation
import Household
import Synchronization
import TestSupport
import Testing

/// The postman and its circuit, on a mail server that goes and comes.
@Suite struct PostmanTests {
    /// Three failures in a row open it; the first probe is due after 25 to 75 milliseconds.
    private static let quick: Circuit.Settings = {
        var settings = Circuit.Settings()
        (settings.failures, settings.firstProbe, settings.longestProbe) = (3, .milliseconds(50), .milliseconds(100))
        return settings
    }()

    private let sink: MailSink
    private let postman: Postman
    private let asked = Asked()

    /// Counts how often a letter was asked for.
    private final class Asked: Sendable {
        let count = Mutex(0)
    }

    init() async throws {
        sink = try await MailSink()
        let sender = Correspondent(address: try MailAddress(parsing: "mantel@example.org"))
        let client = SMTPClient(sink.server(), deadlines: SMTPDeadlines(connect: .seconds(2), answer: .seconds(2), total: .seconds(5)))
        postman = Postman(client: client, circuit: Circuit(destination: "the sink", settings: Self.quick), sender: sender, origin: "")
    }

    private func deliver(to local: String = "anna", id: UUID = UUID()) async throws -> Postman.Outcome? {
        try await postman.deliver {
            asked.count.withLock { $0 += 1 }
            return Letter(id: id, date: Date(timeIntervalSince1970: 1_796_112_300), address: "\(local)@example.org", subject: "News", text: "Hello\n")
        }
    }

    private var timesAsked: Int { asked.count.withLock(\.self) }

    private func fail(times: Int, to local: String = "anna") async throws {
        for _ in 0..<times { await #expect(throws: SMTPFailure.self) { try await deliver(to: local) } }
    }

    private static let outages: [(JSONDocument, String)] = [
        (["closed": true], "anna"), (["greeting": "421 4.3.2 Later"], "anna"), (["greeting": "hang"], "anna"), (["mail": "451 4.7.1 Slow down"], "anna"),
        (["message": "drop"], "anna"), (["message": "hang"], "anna"), ([:], "drop-early"), ([:], "unauthorised"),
    ]

    @Test(arguments: outages)
    func `after a few failures of the server in a row mail is not even begun`(modes: JSONDocument, local: String) async throws {
        try await sink.control(modes)
        #expect(postman.away == nil)
        try await fail(times: 3, to: local)
        let open = try #require(postman.away)
        #expect(open.pause >= .seconds(30))
        await #expect(throws: Circuit.Open.self) { try await deliver() }
        #expect(timesAsked == 3)
    }

    @Test func `a success between the failures keeps mail going`() async throws {
        for _ in 0..<3 {
            try await fail(times: 2, to: "drop-early")
            #expect(try await deliver() == .sent)
        }
        #expect(postman.away == nil)
    }

    @Test func `what the server says of a person stops nobody else's mail`() async throws {
        for _ in 0..<5 {
            #expect(try await deliver(to: "gone") == .bounced("550 5.1.1 There is nobody of that name"))
            #expect(try await deliver(to: "spam") == .bounced("554 5.7.1 We do not like it"))
            await #expect(throws: SMTPFailure.deferred(SMTPReply(code: 451, words: "4.7.1 Come back later"))) { try await deliver(to: "greylisted") }
        }
        #expect(try await deliver() == .sent)
    }

    @Test func `one mail at a time looks whether the server is back, and the first answer lets all through`() async throws {
        try await sink.control(["closed": true])
        try await fail(times: 3)
        try await sink.control(["message": "slow"])
        try await Task.sleep(for: .milliseconds(80))
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 { group.addTask { (try? await deliver()) == .sent } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter(\.self).count == 1)
        #expect(timesAsked == 4)
        #expect(postman.away == nil)
        try await sink.control([:])
        for _ in 0..<5 { #expect(try await deliver() == .sent) }
    }

    @Test func `a probe that finds the server still away keeps mail waiting, and a person's refusal says it is back`() async throws {
        try await sink.control(["closed": true])
        try await fail(times: 3)
        for _ in 0..<3 {
            try await eventually("a probe was let through") { do { _ = try await deliver(); return true } catch is SMTPFailure { return true } catch is Circuit.Open { return false } }
            #expect(postman.away != nil)
        }
        try await sink.control([:])
        try await eventually("a probe was let through") { do { return try await deliver(to: "gone") != nil } catch is Circuit.Open { return false } }
        #expect(postman.away == nil)
    }

    @Test func `a probe that came to nothing leaves the next mail its turn`() async throws {
        try await sink.control(["closed": true])
        try await fail(times: 3)
        try await sink.control([:])
        try await Task.sleep(for: .milliseconds(80))
        #expect(try await postman.deliver { nil } == nil)
        await #expect(throws: CancellationError.self) { try await postman.deliver { throw CancellationError() } }
        #expect(postman.away != nil)
        #expect(try await deliver() == .sent)
    }

    @Test func `mail that waits is spread so that no second has more than a twentieth of it`() async throws {
        try await sink.control(["closed": true])
        try await fail(times: 3)
        var seconds: [Int64: Int] = [:]
        for _ in 0..<5000 { seconds[try #require(postman.away).pause.components.seconds, default: 0] += 1 }
        #expect(seconds.values.max() ?? 0 < 250)
        #expect(try #require(seconds.keys.max()) <= 90)
    }

    @Test func `a repetition has the same bytes, and a name cannot write a header`() async throws {
        let id = UUID()
        #expect(try await deliver(id: id) == .sent)
        #expect(try await deliver(id: id) == .sent)
        let arrivals = try sink.arrivals
        #expect(arrivals.map(\.id) == [id, id].map { $0.uuidString.lowercased() })
        #expect(Set(arrivals.map(\.sha256)).count == 1)
        let evil = Letter(
            id: UUID(), date: Date(timeIntervalSince1970: 0), address: "anna@example.org", name: "Eve\r\nBcc: all@example.org",
            subject: "Hello\r\nBcc: all@example.org\r\n\r\nBuy", text: "\r\n.\r\nMAIL FROM:<x@example.org>\r\n")
        #expect(try await postman.deliver { evil } == .sent)
        let record = try sink.record(evil.id.uuidString.lowercased())
        #expect(record.envelopeTo == ["anna@example.org"])
        #expect(record.header("Bcc") == nil)
        #expect(record.header("Subject") == "Hello Bcc: all@example.org Buy")
        let nobody = Letter(id: UUID(), date: .now, address: "anna@example.org>\r\nRCPT TO:<all@example.org", subject: "", text: "")
        #expect(try await postman.deliver { nobody } == .bounced("The address is not one."))
    }
}
