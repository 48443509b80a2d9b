import Foundation
import Secrets
import Testing

/// One at a time, because some of them look at the clock.
@Suite(.serialized) struct PasswordHasherTests {
    /// The least that libsodium takes: these tests are about the passwords, not about the cost.
    private static let cheap = PasswordCost(memory: 8, passes: 1)
    private let hasher = PasswordHasher(cost: cheap)

    @Test(arguments: [
        "correct pony battery", "  spaces at both ends  ", "nul\0in the middle", "nul at the end\0", "Žluťoučký kůň 🐎👨‍👩‍👧", "كلمة مرور طويلة",
        String(repeating: "x", count: 1024), String(repeating: "🎁", count: 256),
    ])
    func `a password matches its own hash and nothing near it`(password: String) async throws {
        let hash = try await hasher.hash(password)
        #expect(hash.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$") && hash.utf8.count < 128)
        #expect(try await hasher.verify(password, against: hash).matches)
        for near in [password + "\0", password + "x", String(password.dropLast()), String(password.unicodeScalars.dropLast()), ""] {
            #expect(try await !hasher.verify(near, against: hash).matches)
        }
    }

    @Test func `a composed and a decomposed letter are the same password`() async throws {
        let hash = try await hasher.hash("p\u{E4}sswort mit \u{E9}")
        #expect(try await hasher.verify("pa\u{308}sswort mit e\u{301}", against: hash).matches)
    }

    @Test func `two hashes of a password differ`() async throws {
        #expect(try await hasher.hash("the same one") != hasher.hash("the same one"))
    }

    @Test func `a password over the limit is refused, not cut`() async throws {
        await #expect(throws: PasswordRefusal.tooLong) { try await hasher.hash(String(repeating: "x", count: 1025)) }
        let hash = try await hasher.hash(String(repeating: "x", count: 1024))
        #expect(try await !hasher.verify(String(repeating: "x", count: 1025), against: hash).matches)
    }

    @Test(arguments: ["", "x", "$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA", "$2b$10$abcdefghijklmnopqrstuv", String(repeating: "$", count: 500)])
    func `a hash that cannot be read matches nothing`(hash: String) async throws {
        #expect(try await !hasher.verify("correct pony battery", against: hash).matches)
    }

    @Test func `a hash of another cost is to be replaced`() async throws {
        let hash = try await hasher.hash("correct pony battery")
        let same = try await hasher.verify("correct pony battery", against: hash)
        #expect(same.matches && !same.needsRehash)
        let dearer = PasswordHasher(cost: PasswordCost(memory: 16, passes: 2))
        let outdated = try await dearer.verify("correct pony battery", against: hash)
        #expect(outdated.matches && outdated.needsRehash)
    }

    @Test func `an unknown account costs what a known one does`() async throws {
        let hasher = PasswordHasher()
        let hash = try await hasher.hash("correct pony battery")
        let clock = ContinuousClock()
        // The least of a few runs, because a busy machine only ever adds.
        var known = Duration.seconds(60), unknown = Duration.seconds(60)
        for _ in 0..<8 {
            known = min(known, try await clock.measure { _ = try await hasher.verify("wrong pony battery", against: hash) })
            unknown = min(unknown, try await clock.measure { try await hasher.verifyAgainstNobody("wrong pony battery") })
        }
        #expect(unknown > known * 0.5 && known > unknown * 0.5, "known \(known), unknown \(unknown)")
        #expect(known > .milliseconds(20), "64 MiB and three passes are not done in \(known)")
    }

    @Test func `a full line is told at once that the server is busy`() async throws {
        let hasher = PasswordHasher(lanes: 1, waiting: 2)
        let results = await withTaskGroup(of: Result<String, any Error>.self) { group in
            for _ in 0..<12 {
                group.addTask { do { return .success(try await hasher.hash("correct pony battery")) } catch { return .failure(error) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let failures = results.compactMap { result in if case .failure(let error) = result { error } else { nil } }
        #expect(failures.count >= 5 && failures.allSatisfy { $0 is PasswordHasher.Busy })
        #expect(results.count - failures.count >= 3)
    }

    @Test func `nobody stands in line for longer than the patience`() async throws {
        let hasher = PasswordHasher(cost: PasswordCost(memory: 64 * 1024, passes: 30), lanes: 1, patience: .milliseconds(20))
        let first = Task {
            _ = try await hasher.hash("correct pony battery")
            return ContinuousClock.now
        }
        try await Task.sleep(for: .milliseconds(100))
        await #expect(throws: PasswordHasher.Busy.self) { try await hasher.hash("correct pony battery") }
        let refused = ContinuousClock.now
        #expect(try await refused < first.value, "the second was kept until the first had ended")
        #expect(try await hasher.verify("x", against: "").matches == false, "the lane is free again")
    }

    @Test func `a caller that leaves gives up its place`() async throws {
        let hasher = PasswordHasher(cost: PasswordCost(memory: 64 * 1024, passes: 20), lanes: 1, waiting: 1)
        async let first = hasher.hash("correct pony battery")
        try await Task.sleep(for: .milliseconds(100))
        let second = Task { try await hasher.hash("correct pony battery") }
        try await Task.sleep(for: .milliseconds(50))
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        _ = try await (first, hasher.verify("x", against: ""))
    }
}
