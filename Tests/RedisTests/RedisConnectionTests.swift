import Foundation
import Redis
import Testing

@Suite struct RedisConnectionTests {
    private let address: RedisAddress
    private let redis: RedisConnection
    private let key = "test:\(UUID().uuidString)"

    init() throws {
        let text = ProcessInfo.processInfo.environment["MANTEL_TEST_REDIS"] ?? "127.0.0.1:63790"
        address = try #require(RedisAddress(text), "MANTEL_TEST_REDIS is not the address of a Redis server")
        redis = RedisConnection(address)
    }

    @Test func `any bytes come back as they were`() async throws {
        let value = [UInt8](0...255) + Array("\r\n$-1\r\n".utf8)
        try await redis.send(RedisCommand(bytes: [Array("SET".utf8), Array(key.utf8), value, Array("EX".utf8), Array("60".utf8)]))
        #expect(try await redis.send(["GET", key]) == .bytes(value))
        try await redis.send(["SET", key, "", "EX", "60"])
        #expect(try await redis.send(["GET", key]) == .bytes([]))
        try await redis.send(["DEL", key])
    }

    @Test func `a pipeline answers in order, refusals in their place`() async throws {
        let replies = try await redis.pipeline([["SET", key, "one", "EX", "60"], ["LPOP", key], ["GET", key], ["DEL", key], ["GET", key]])
        #expect(replies.count == 5)
        #expect(replies[0] == .status("OK"))
        #expect(replies[1].errorCode == "WRONGTYPE")
        #expect(replies[2].text == "one")
        #expect(replies[3].integer == 1)
        #expect(replies[4] == .null)
    }

    @Test func `a refusal is thrown and leaves the connection usable`() async throws {
        let error = await #expect(throws: RedisError.self) { try await redis.send(["XREADGROUP", "GROUP", "g", "c", "STREAMS", key, ">"]) }
        #expect(error?.code == "NOGROUP")
        #expect(try await redis.send(["PING"]).text == "PONG")
    }

    @Test func `a blocking command returns nothing after its time and does not lose the connection`() async throws {
        let id = try await redis.send(["CLIENT", "ID"])
        #expect(try await redis.send(["BLPOP", key, "0.2"], timeout: .seconds(2)) == .null)
        #expect(try await redis.send(["CLIENT", "ID"]) == id)
    }

    @Test func `a reply that is late ends the connection, and the next command has a new one`() async throws {
        let before = try await redis.send(["CLIENT", "ID"])
        let blocked: RedisCommand = ["BLPOP", key, "5"]
        await #expect(throws: RedisError.self) { try await redis.send(blocked, timeout: .milliseconds(100)) }
        let after = try await redis.send(["CLIENT", "ID"])
        #expect(before != after)
    }

    @Test func `a connection cut by the server heals by itself`() async throws {
        let id = try #require(try await redis.send(["CLIENT", "ID"]).integer)
        try await RedisConnection(address).send(["CLIENT", "KILL", "ID", "\(id)"])
        await #expect(throws: RedisError.self) { try await redis.send(["PING"]) }
        #expect(try await redis.send(["PING"]).text == "PONG")
    }

    @Test func `a server that is away costs a pause, not a spin`() async throws {
        let away = RedisConnection(RedisAddress(host: "127.0.0.1", port: 1))
        let start = ContinuousClock.now
        for _ in 0..<4 { await #expect(throws: RedisError.self) { try await away.send(["PING"]) } }
        // Three pauses of at least 50, 100 and 200 ms.
        #expect(ContinuousClock.now - start >= .milliseconds(350))
    }

    @Test func `the database of the address is selected`() async throws {
        var other = address
        other.database = 9
        let second = RedisConnection(other)
        try await second.send(["SET", key, "9", "EX", "60"])
        #expect(try await redis.send(["GET", key]) == .null)
        try await second.send(["DEL", key])
    }
}
