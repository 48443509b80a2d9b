import Delivery
import Foundation
import TestSupport
import Testing

@Suite struct SMTPClientTests {
    private static let impatient = SMTPDeadlines(connect: .seconds(5), answer: .seconds(3), total: .seconds(10))

    private func failure(to local: String, deadlines: SMTPDeadlines = SMTPDeadlines()) async throws -> SMTPFailure? {
        let sink = try await MailSink.plain.value
        let client = SMTPClient(sink.server(), deadlines: deadlines)
        let message = try sample(to: local)
        let error = await #expect(throws: SMTPFailure.self) { try await client.send(message) }
        #expect(!sink.took(message))
        return error
    }

    @Test func `the server's yes is returned in its own words`() async throws {
        let sink = try await MailSink.plain.value
        let message = try sample()
        #expect(try await SMTPClient(sink.server()).send(message) == SMTPReply(code: 250, words: "2.0.0 Taken"))
        #expect(try sink.record(of: message).envelopeTo == ["anna@example.org"])
    }

    private static let deferred: [(String, SMTPReply)] = [
        ("greylisted", SMTPReply(code: 451, words: "4.7.1 Come back later")), ("full", SMTPReply(code: 452, words: "4.2.2 The mailbox is full")),
    ]

    @Test(arguments: deferred)
    func `a no for now to one person is about that person`(local: String, reply: SMTPReply) async throws {
        #expect(try await failure(to: local) == .deferred(reply))
    }

    private static let unavailable: [(String, SMTPReply)] = [
        ("busy", SMTPReply(code: 452, words: "4.3.1 The disk is full")), ("unauthorised", SMTPReply(code: 530, words: "5.7.0 Sign in first")),
        ("closing", SMTPReply(code: 421, words: "4.3.2 Closing")), ("late-closing", SMTPReply(code: 421, words: "4.3.2 Closing")),
    ]

    @Test(arguments: unavailable)
    func `a no that speaks of the server or of us is about no person`(local: String, reply: SMTPReply) async throws {
        guard case .unavailable(reply, _)? = try await failure(to: local) else { return #expect(Bool(false), "not unavailable with \(reply)") }
    }

    private static let greetings = ["421 4.3.2 Too many of you", "554 5.3.2 Shut"]

    @Test(arguments: greetings)
    func `a server that greets with a no is unavailable, in its words`(greeting: String) async throws {
        let sink = try await MailSink()
        try await sink.control(["greeting": .text(greeting)])
        let message = try sample(), client = SMTPClient(sink.server())
        let failure = await #expect(throws: SMTPFailure.self) { try await client.send(message) }
        #expect(failure?.description == greeting)
    }

    private static let senders: [(String, Bool)] = [("550 5.7.1 Not from you", false), ("451 4.7.1 Slow down", false), ("552 5.3.4 Too large", true)]

    @Test(arguments: senders)
    func `a no to the sender waits, but where the message is too large`(answer: String, isFinal: Bool) async throws {
        let sink = try await MailSink()
        try await sink.control(["mail": .text(answer)])
        let message = try sample(), client = SMTPClient(sink.server())
        let failure = await #expect(throws: SMTPFailure.self) { try await client.send(message) }
        #expect(failure?.description == answer)
        if case .permanent? = failure { #expect(isFinal) } else { #expect(!isFinal) }
    }

    private static let permanent: [(String, SMTPReply)] = [
        ("gone", SMTPReply(code: 550, words: "5.1.1 There is nobody of that name")), ("spam", SMTPReply(code: 554, words: "5.7.1 We do not like it")),
        ("verbose", SMTPReply(code: 550, words: "5.1.1 There is nobody 5.1.1 of that name")),
    ]

    @Test(arguments: permanent)
    func `a no for good is permanent, with the server's words`(local: String, reply: SMTPReply) async throws {
        #expect(try await failure(to: local) == .permanent(reply))
    }

    @Test(arguments: ["drop-early", "hang-early"])
    func `a connection lost before the message says nothing about it`(local: String) async throws {
        guard case .unavailable(nil, _) = try await failure(to: local, deadlines: Self.impatient) else { return #expect(Bool(false), "not unavailable") }
    }

    @Test(arguments: ["drop", "hang"])
    func `an answer lost after the message is known to be unknown`(local: String) async throws {
        let start = ContinuousClock.now
        guard case .unknown = try await failure(to: local, deadlines: Self.impatient) else { return #expect(Bool(false), "not unknown") }
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `a yes stays a yes when the goodbye hangs`() async throws {
        let sink = try await MailSink.plain.value
        let client = SMTPClient(sink.server(), deadlines: Self.impatient)
        let message = try sample(to: "slow-quit")
        #expect(try await client.send(message).code == 250)
        #expect(sink.took(message))
    }

    @Test func `a server that never greets is left in time`() async throws {
        let sink = try await MailSink("--silent")
        let client = SMTPClient(sink.server(), deadlines: SMTPDeadlines(connect: .seconds(1), answer: .seconds(1), total: .seconds(2)))
        let start = ContinuousClock.now
        let message = try sample()
        guard case .unavailable(nil, _)? = await #expect(throws: SMTPFailure.self, performing: { try await client.send(message) }) else {
            return #expect(Bool(false), "not unavailable")
        }
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `a port where nothing listens is unavailable`() async throws {
        let client = SMTPClient(SMTPServer(host: "127.0.0.1", port: 1, security: .plain))
        let message = try sample()
        guard case .unavailable(nil, let cause)? = await #expect(throws: SMTPFailure.self, performing: { try await client.send(message) }) else {
            return #expect(Bool(false), "not unavailable")
        }
        #expect(cause.contains("connect"))
    }

    @Test func `a cancelled delivery gives up before the message is handed over`() async throws {
        let sink = try await MailSink.plain.value
        let client = SMTPClient(sink.server())
        let message = try sample(to: "hang-early")
        let start = ContinuousClock.now
        let delivery = Task { try await client.send(message) }
        try await Task.sleep(for: .milliseconds(200))
        delivery.cancel()
        await #expect(throws: SMTPFailure.self) { try await delivery.value }
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test func `STARTTLS is insisted on: a server without it gets no message`() async throws {
        let sink = try await MailSink.plain.value
        let client = SMTPClient(sink.server(.startTLS))
        let message = try sample()
        guard case .unavailable? = await #expect(throws: SMTPFailure.self, performing: { try await client.send(message) }) else {
            return #expect(Bool(false), "not unavailable")
        }
        #expect(!sink.took(message))
    }

    @Test(arguments: [SMTPServer.Security.startTLS, .implicitTLS])
    func `mail goes through TLS, to a server whose certificate is trusted and no other`(security: SMTPServer.Security) async throws {
        let sink = try await MailSink(security == .startTLS ? "--starttls" : "--smtps")
        var server = sink.server(security, host: "localhost")
        let stranger = SMTPClient(server)
        let refused = try sample()
        guard case .unavailable? = await #expect(throws: SMTPFailure.self, performing: { try await stranger.send(refused) }) else {
            return #expect(Bool(false), "not unavailable")
        }
        #expect(!sink.took(refused))

        server.certificates = sink.certificates
        let message = try sample()
        try await SMTPClient(server).send(message)
        #expect(try sink.record(of: message).tls)

        server.host = "127.0.0.1"
        let otherName = SMTPClient(server)
        await #expect(throws: SMTPFailure.self) { try await otherName.send(refused) }
        #expect(!sink.took(refused))
    }

    @Test func `the client signs in, and a wrong password is nobody's fault but ours`() async throws {
        let sink = try await MailSink("--starttls", "--password", "p@ss: wörd")
        var server = sink.server(.startTLS, host: "localhost")
        server.certificates = sink.certificates
        server.credentials = .init(user: "mantel", password: "p@ss: wörd")
        let message = try sample()
        try await SMTPClient(server).send(message)
        #expect(try sink.record(of: message).user == "mantel")

        server.credentials = .init(user: "mantel", password: "wrong")
        let wrong = SMTPClient(server)
        let refused = try sample()
        guard case .unavailable(let reply, _)? = await #expect(throws: SMTPFailure.self, performing: { try await wrong.send(refused) }) else {
            return #expect(Bool(false), "not unavailable")
        }
        #expect(reply?.code == 535)
    }

    @Test func `messages sent at once all arrive, each once`() async throws {
        let sink = try await MailSink.plain.value
        let client = SMTPClient(sink.server())
        let messages = try (0..<20).map { try sample(subject: "Number \($0)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for message in messages { group.addTask { try await client.send(message) } }
            try await group.waitForAll()
        }
        for (index, message) in messages.enumerated() { #expect(try sink.record(of: message).header("Subject") == "Number \(index)") }
    }
}
