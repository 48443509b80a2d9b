import Foundation
import Synchronization

extension Exchange {
    enum Reading { case bytes(Int), end, cut, suspended }

    /// Feeds an answer's stream to the connection, no faster than the client takes it.
    func send(_ chunks: AsyncStream<[UInt8]>) async {
        for await chunk in chunks {
            change { $0.outgoing += chunk }
            guard await roomForMore() else { break }
        }
        change { $0.streamHasEnded = true }
    }

    /// Fills libmicrohttpd's buffer from what waits, or suspends the connection where nothing does.
    func read(into buffer: UnsafeMutableRawBufferPointer, on connection: OpaquePointer) -> Reading {
        let (reading, writer) = state.withLock { state -> (Reading, CheckedContinuation<Void, Never>?) in
            let waiting = state.outgoing.count - state.sent
            if waiting == 0 {
                if core.isClosed.load(ordering: .sequentiallyConsistent) { return (.cut, nil) }
                if state.streamHasEnded { return (.end, nil) }
                // Leaving it ready would make the event thread ask again at once, and for ever.
                do throws(Closed) { try suspend(connection, &state) } catch { return (.cut, nil) }
                return (.suspended, nil)
            }
            let count = min(buffer.count, waiting)
            state.outgoing.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[state.sent..<state.sent + count])) }
            state.sent += count
            guard state.sent == state.outgoing.count else { return (.bytes(count), nil) }
            state.outgoing.removeAll(keepingCapacity: state.outgoing.capacity <= core.limits.waiting)
            state.sent = 0
            defer { state.streamWriter = nil }
            return (.bytes(count), state.streamWriter)
        }
        writer?.resume()
        return reading
    }

    /// Waits until the client has taken what was given; false where there is nobody to give more to.
    private func roomForMore() async -> Bool {
        await withCheckedContinuation { writer in
            let mayGoOn = state.withLock { state in
                let mayGoOn = state.outgoing.count - state.sent < core.limits.waiting || state.phase == .ended || state.streamHasEnded
                if !mayGoOn { state.streamWriter = writer }
                return mayGoOn
            }
            if mayGoOn { writer.resume() }
        }
        return state.withLock { $0.phase != .ended && !$0.streamHasEnded }
    }
}
