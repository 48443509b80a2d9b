import CPostgreSQL
import Foundation

/// The conversation with the server over one `PGconn`. Used on the connection's thread only.
final class Wire {
    /// What was sent, in order: one result is due for each.
    private enum Sent {
        case execute
        case prepare(StatementCache.Shape)
        case deallocate(String)
    }

    private let raw: OpaquePointer
    private let interrupt: Interrupt
    private var cache: StatementCache
    private var parameters = ParameterBuffer()
    /// Driven out of the cache, but not yet gone on the server.
    private var stale: [String] = []
    private var isBroken = false

    init(_ raw: OpaquePointer, interrupt: Interrupt, statements: Int) {
        self.raw = raw
        self.interrupt = interrupt
        cache = StatementCache(limit: statements)
    }

    static func message(of raw: OpaquePointer) -> String {
        String(cString: PQerrorMessage(raw)).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    var preparedCount: Int { cache.count }

    var condition: Connection.Condition {
        if isBroken || PQstatus(raw) != CONNECTION_OK { return .broken }
        return switch PQtransactionStatus(raw) {
        case PQTRANS_IDLE: .idle
        case PQTRANS_INTRANS: .inTransaction
        case PQTRANS_INERROR: .failedTransaction
        default: .broken
        }
    }

    /// Nothing waits to be read: an idle connection with something to say has usually been ended by the server.
    var isQuiet: Bool {
        guard condition != .broken else { return false }
        var socket = pollfd(fd: PQsocket(raw), events: Int16(POLLIN), revents: 0)
        guard poll(&socket, 1, 0) > 0 else { return true }
        return PQconsumeInput(raw) == 1 && PQisBusy(raw) == 0 && PQstatus(raw) == CONNECTION_OK
    }

    /// Never blocking, so that reading and writing take turns: with both buffers full, a blocking client and the
    /// server would wait for each other for ever.
    func begin() throws(PostgreSQLError) {
        PQsetNoticeProcessor(raw, { _, _ in }, nil)
        guard PQsetnonblocking(raw, 1) == 0, PQenterPipelineMode(raw) == 1 else { throw lost() }
    }

    func run(_ batch: [SQL], until deadline: ContinuousClock.Instant, interruptible: Bool) -> Connection.Reply {
        var reply = Connection.Reply()
        do throws(PostgreSQLError) {
            // Before anything is sent, since a batch must not be left half sent.
            for sql in batch { try parameters.check(sql.parameters) }
            let sent = try send(batch)
            try receive(sent, into: &reply, until: deadline, interruptible: interruptible)
        } catch {
            if reply.failure == nil { reply.failure = error }
        }
        if reply.failure?.poisonsConnection == true { isBroken = true }
        reply.condition = condition
        return reply
    }

    func runScript(_ text: String, until deadline: ContinuousClock.Instant) -> Connection.Reply {
        var reply = Connection.Reply()
        do throws(PostgreSQLError) {
            guard PQexitPipelineMode(raw) == 1, PQsendQuery(raw, text) == 1 else { throw lost() }
            while let result = try next(until: deadline, interruptible: true) {
                if reply.failure == nil { reply.failure = failure(of: result) }
                PQclear(result)
            }
            guard PQenterPipelineMode(raw) == 1 else { throw lost() }
        } catch {
            if reply.failure == nil { reply.failure = error }
        }
        if reply.failure?.poisonsConnection == true { isBroken = true }
        reply.condition = condition
        return reply
    }

    func notifications(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) -> [(channel: String, payload: String)] {
        while true {
            var found: [(channel: String, payload: String)] = []
            while let notification = PQnotifies(raw) {
                found.append((String(cString: notification.pointee.relname), String(cString: notification.pointee.extra)))
                PQfreemem(notification)
            }
            if !found.isEmpty { return found }
            switch wait(until: deadline, interruptible: true) {
            case .ready: break
            case .late, .interrupted: return []
            }
            guard PQconsumeInput(raw) == 1, PQstatus(raw) == CONNECTION_OK else { throw lost() }
        }
    }

    // MARK: Sending

    private func send(_ batch: [SQL]) throws(PostgreSQLError) -> [Sent] {
        var sent: [Sent] = []
        sent.reserveCapacity(batch.count + 1)
        for name in stale { try deallocate(name, &sent) }
        stale = []
        for sql in batch {
            let shape = StatementCache.Shape(sql)
            let name: String
            if let known = cache.name(of: shape) {
                name = known
            } else {
                let (new, evicted) = cache.add(shape)
                if let evicted { try deallocate(evicted, &sent) }
                guard PQsendPrepare(raw, new, sql.text, 0, nil) == 1 else { throw lost() }
                sent.append(.prepare(shape))
                name = new
            }
            parameters.fill(with: sql.parameters)
            let accepted = parameters.withPointers { count, values, lengths, formats in
                PQsendQueryPrepared(raw, name, count, values, lengths, formats, 0)
            }
            guard accepted == 1 else { throw lost() }
            sent.append(.execute)
        }
        guard PQpipelineSync(raw) == 1 else { throw lost() }
        return sent
    }

    private func deallocate(_ name: String, _ sent: inout [Sent]) throws(PostgreSQLError) {
        guard PQsendQueryParams(raw, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, 0) == 1 else { throw lost() }
        sent.append(.deallocate(name))
    }

    // MARK: Receiving

    private func receive(_ sent: [Sent], into reply: inout Connection.Reply, until deadline: ContinuousClock.Instant, interruptible: Bool) throws(PostgreSQLError) {
        var position = 0
        reply.results.reserveCapacity(sent.count)
        while true {
            // nil ends the results of one statement.
            guard let result = try next(until: deadline, interruptible: interruptible) else { continue }
            if PQresultStatus(result) == PGRES_PIPELINE_SYNC {
                PQclear(result)
                return
            }
            let error = failure(of: result)
            if reply.failure == nil { reply.failure = error }
            // One more than was sent: a deferred constraint that failed when the batch was committed.
            if position < sent.count {
                switch sent[position] {
                case .execute where error == nil:
                    reply.results.append(QueryResult(result))
                    position += 1
                    continue
                case .prepare(let shape) where error != nil: cache.remove(shape)
                case .deallocate(let name) where error != nil: stale.append(name)
                default: break
                }
            }
            position += 1
            PQclear(result)
        }
    }

    /// The next result, or nil at the end of the results of a statement.
    private func next(until deadline: ContinuousClock.Instant, interruptible: Bool) throws(PostgreSQLError) -> OpaquePointer? {
        while PQisBusy(raw) == 1 {
            switch wait(until: deadline, interruptible: interruptible) {
            case .ready: break
            case .late:
                cancel()
                throw PostgreSQLError(.deadline, "the statement was cancelled after its deadline")
            case .interrupted:
                cancel()
                throw PostgreSQLError(.cancelled, "the task was cancelled, and the statement with it")
            }
            guard PQconsumeInput(raw) == 1 else { throw lost() }
        }
        let result = PQgetResult(raw)
        if result == nil && PQstatus(raw) != CONNECTION_OK { throw lost() }
        return result
    }

    private enum Wake { case ready, late, interrupted }

    /// Flushes what is not sent yet and waits for something to read.
    private func wait(until deadline: ContinuousClock.Instant, interruptible: Bool) -> Wake {
        while true {
            let pending = PQflush(raw) == 1
            let left = ContinuousClock.now.duration(to: deadline)
            if left <= .zero { return .late }
            var sources = [
                pollfd(fd: PQsocket(raw), events: Int16(pending ? POLLIN | POLLOUT : POLLIN), revents: 0),
                pollfd(fd: interruptible ? interrupt.descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&sources, 2, CInt(clamping: left.milliseconds + 1))
            if count > 0 && sources[1].revents != 0 { return .interrupted }
            if count > 0 && sources[0].revents & ~Int16(POLLOUT) != 0 { return .ready }
        }
    }

    /// Asks the server to stop the running statement. The connection is given up afterwards, so nobody waits for
    /// the answer; the request itself blocks, and gets a thread of its own since the host may be gone.
    private func cancel() {
        isBroken = true
        guard let request = PQgetCancel(raw).map(CancelRequest.init) else { return }
        Thread.detachNewThread { request.send() }
    }

    // MARK: Errors

    private func failure(of result: OpaquePointer) -> PostgreSQLError? {
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY, PGRES_SINGLE_TUPLE: return nil
        case PGRES_PIPELINE_ABORTED: return PostgreSQLError(.server, "an earlier statement of the batch failed")
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
            isBroken = true
            return PostgreSQLError(.misuse, "COPY is not supported")
        default: break
        }
        func field(_ code: Unicode.Scalar) -> String? { PQresultErrorField(result, CInt(code.value)).map { String(cString: $0) } }
        guard let state = field("C") else { return lost() }
        // 57014 of our own cancel request cannot arrive: the connection is given up before.
        var error = PostgreSQLError(state == "57014" ? .deadline : .server, field("M") ?? "", column: field("c"))
        error.sqlState = state
        error.constraint = field("n")
        error.table = field("t")
        error.detail = field("D")
        return error
    }

    private func lost() -> PostgreSQLError {
        isBroken = true
        return PostgreSQLError(.connection, Wire.message(of: raw))
    }
}

/// A request to cancel what one connection runs.
private struct CancelRequest: Sendable {
    /// Sent once, from any thread (libpq, `PQcancel`), and freed by that.
    nonisolated(unsafe) let raw: OpaquePointer

    func send() {
        var message = [CChar](repeating: 0, count: 256)
        PQcancel(raw, &message, CInt(message.count))
        PQfreeCancel(raw)
    }
}
