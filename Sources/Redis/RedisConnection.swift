import CHiredis
import Foundation
import ServiceKit

/// One hiredis connection on one thread; a blocking command blocks that thread alone.
///
/// It connects by itself at the first command and again after every failure. Between attempts it keeps a
/// jittered pause, during which callers wait: a loop around `send` never spins, and many clients do not
/// come back in the same instant.
public actor RedisConnection {
    /// How long a command may take to be answered, unless the caller says otherwise.
    public static let defaultTimeout = Duration.seconds(2)
    private static let longestPause = Duration.seconds(2)

    private let executor = ThreadExecutor(label: "redis")
    private let address: RedisAddress
    private var context: UnsafeMutablePointer<redisContext>?
    private var failures = 0
    private var retryAt: ContinuousClock.Instant?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    public init(_ address: RedisAddress) { self.address = address }

    isolated deinit {
        if let context { redisFree(context) }
        executor.stop()
    }

    /// Sends one command and returns its reply; a refusal by the server is thrown.
    ///
    /// - Parameter timeout: must be longer than the `BLOCK` of a blocking command, or the connection is lost.
    @discardableResult
    public func send(_ command: RedisCommand, timeout: Duration = defaultTimeout) async throws(RedisError) -> Reply {
        let reply = try await pipeline([command], timeout: timeout)[0]
        if case .error(let text) = reply { throw .refused(text) }
        return reply
    }

    /// Sends all commands before it reads the first reply: one round trip. Refusals are replies, in place.
    public func pipeline(_ commands: [RedisCommand], timeout: Duration = defaultTimeout) async throws(RedisError) -> [Reply] {
        guard !commands.isEmpty else { return [] }
        try await pauseAfterFailure()
        do {
            let replies = try exchange(commands, timeout: timeout)
            failures = 0
            return replies
        } catch {
            disconnect()
            failures += 1
            let pause = min(.milliseconds(50 << min(failures, 6)), Self.longestPause)
            retryAt = .now + pause * Double.random(in: 0.5...1.5)
            throw error
        }
    }

    /// Ends the connection; the next command opens another.
    public func disconnect() {
        // After any error hiredis leaves a context unusable: it is freed, never reused.
        if let context { redisFree(context) }
        context = nil
    }

    private func pauseAfterFailure() async throws(RedisError) {
        while let retryAt, retryAt > .now {
            do { try await Task.sleep(until: retryAt) } catch { throw .cancelled }
        }
        retryAt = nil
    }

    private func exchange(_ commands: [RedisCommand], timeout: Duration) throws(RedisError) -> [Reply] {
        let context = try connected()
        try limit(context, to: timeout)
        for command in commands { try append(command, to: context) }
        var replies: [Reply] = []
        replies.reserveCapacity(commands.count)
        for _ in commands { replies.append(try nextReply(context)) }
        return replies
    }

    private func connected() throws(RedisError) -> UnsafeMutablePointer<redisContext> {
        if let context { return context }
        guard let fresh = redisConnectWithTimeout(address.host, CInt(address.port), timeval(Self.defaultTimeout)) else {
            throw .disconnected("out of memory")
        }
        context = fresh
        guard fresh.pointee.err == 0 else { throw failure(fresh) }
        redisEnableKeepAlive(fresh)
        try limit(fresh, to: Self.defaultTimeout)
        var greeting: [RedisCommand] = []
        if let password = address.password { greeting.append(["AUTH", password]) }
        if address.database != 0 { greeting.append(["SELECT", "\(address.database)"]) }
        for command in greeting {
            try append(command, to: fresh)
            if case .error(let text) = try nextReply(fresh) { throw .disconnected(text) }
        }
        return fresh
    }

    private func append(_ command: RedisCommand, to context: UnsafeMutablePointer<redisContext>) throws(RedisError) {
        let lengths = command.arguments.map(\.count)
        let joined = command.arguments.flatMap(\.self)
        let status = joined.withUnsafeBytes { bytes in
            var pointers: [UnsafePointer<CChar>?] = []
            var offset = 0
            // An empty argument still needs a pointer that is not null.
            let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
            for length in lengths {
                pointers.append(start.map { ($0 + offset).assumingMemoryBound(to: CChar.self) })
                offset += length
            }
            return redisAppendCommandArgv(context, CInt(lengths.count), &pointers, lengths)
        }
        if status != REDIS_OK { throw failure(context) }
    }

    private func nextReply(_ context: UnsafeMutablePointer<redisContext>) throws(RedisError) -> Reply {
        var raw: UnsafeMutableRawPointer?
        guard redisGetReply(context, &raw) == REDIS_OK, let raw else { throw failure(context) }
        defer { freeReplyObject(raw) }
        return Reply(raw.assumingMemoryBound(to: redisReply.self).pointee)
    }

    private func limit(_ context: UnsafeMutablePointer<redisContext>, to timeout: Duration) throws(RedisError) {
        if redisSetTimeout(context, timeval(timeout)) != REDIS_OK { throw failure(context) }
    }

    private func failure(_ context: UnsafeMutablePointer<redisContext>) -> RedisError {
        let reason = withUnsafeBytes(of: context.pointee.errstr) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return .disconnected("\(address): \(reason)")
    }
}

extension timeval {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
}

extension Reply {
    fileprivate init(_ raw: redisReply) {
        let bytes = { [UInt8](UnsafeRawBufferPointer(start: raw.str, count: raw.len)) }
        switch raw.type {
        case REDIS_REPLY_INTEGER: self = .integer(Int(raw.integer))
        case REDIS_REPLY_STRING: self = .bytes(bytes())
        case REDIS_REPLY_STATUS: self = .status(String(decoding: bytes(), as: UTF8.self))
        case REDIS_REPLY_ERROR: self = .error(String(decoding: bytes(), as: UTF8.self))
        case REDIS_REPLY_ARRAY:
            self = .array((0..<raw.elements).map { raw.element[$0].map { Reply($0.pointee) } ?? .null })
        default: self = .null
        }
    }
}
