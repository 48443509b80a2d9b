import Foundation
import Synchronization

extension Exchange {
    enum Received { case taken, suspended, refused }

    /// Takes a piece of the body, or suspends the connection where a reader is behind.
    func receive(_ bytes: UnsafeRawBufferPointer, on connection: OpaquePointer) throws(Closed) -> Received {
        let (result, reader) = try state.withLock { state throws(Closed) -> (Received, CheckedContinuation<Void, Never>?) in
            // A piece that has to wait is offered again, and counted then.
            let mustWait = plan.isStreamed && state.response == nil && !state.isTooLarge && state.incoming.count >= core.limits.waiting
            if mustWait {
                try suspend(connection, &state)
                return (.suspended, nil)
            }
            state.received += bytes.count
            if state.received > plan.limit {
                state.isTooLarge = true
                state.incoming = []
            }
            if state.received > plan.limit + core.limits.excess { return (.refused, nil) }
            // With an answer given or a limit passed, the rest is only read to let the client finish.
            if state.response == nil, !state.isTooLarge { state.incoming.append(contentsOf: bytes) }
            defer { state.bodyReader = nil }
            return (.taken, state.bodyReader)
        }
        reader?.resume()
        return result
    }

    /// The next piece of a streamed body; nil at its end.
    func nextPiece() async throws(Problem) -> [UInt8]? {
        while true {
            let piece: Result<[UInt8]?, Problem>? = change { state in
                if state.phase == .ended || state.isCancelled, !state.bodyHasEnded { return .failure(Problem(400, title: "The body was cut off")) }
                if Task.isCancelled { return .failure(Problem(503, title: "The request was given up")) }
                if state.isTooLarge { return .failure(.tooLarge(plan.limit)) }
                if !state.incoming.isEmpty {
                    defer { state.incoming = [] }
                    return .success(state.incoming)
                }
                if state.bodyHasEnded { return .success(nil) }
                return nil
            }
            if let piece { return try piece.get() }
            await withCheckedContinuation { reader in
                let isReady = state.withLock { state in
                    let isReady = !state.incoming.isEmpty || state.bodyHasEnded || state.isTooLarge || state.isCancelled || state.phase == .ended
                    if !isReady { state.bodyReader = reader }
                    return isReady
                }
                if isReady { reader.resume() }
            }
        }
    }
}
