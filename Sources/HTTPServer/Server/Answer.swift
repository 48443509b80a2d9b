import CMicrohttpd
import Foundation
import ServiceKit
import Synchronization

/// Hands an answer to libmicrohttpd.
func queue(_ response: HTTPResponse, of exchange: Exchange, on connection: OpaquePointer) -> MHD_Result {
    let raw: OpaquePointer?
    switch response.body {
    case .bytes(let bytes):
        exchange.state.withLock { $0.enter(.sending) }
        raw = bytes.withUnsafeBytes {
            MHD_create_response_from_buffer($0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
        }
    case .stream:
        exchange.state.withLock { state in
            state.enter(.streaming)
            state.isEventStream = response.isEventStream
        }
        let source = Unmanaged.passRetained(AnswerStream(exchange, connection)).toOpaque()
        raw = MHD_create_response_from_callback(UInt64.max, AnswerStream.block, readStream, source) { source in
            if let source { Unmanaged<AnswerStream>.fromOpaque(source).release() }
        }
    }
    guard let raw else { return .NO }
    defer { MHD_destroy_response(raw) }
    for (name, value) in response.headers where MHD_add_response_header(raw, name, value) == .NO {
        exchange.core.logger.log(.error, "a header of an answer is not valid", ["name": name, "request": exchange.id])
    }
    MHD_add_response_header(raw, "X-Request-Id", exchange.id)
    if exchange.core.isStopping.load(ordering: .relaxed), response.headers["Connection"] == nil {
        MHD_add_response_header(raw, "Connection", "close")
    }
    return MHD_queue_response(connection, UInt32(response.status), raw)
}

/// An answer's stream as libmicrohttpd sees it.
private final class AnswerStream {
    static let block = 16 << 10

    let exchange: Exchange
    let connection: OpaquePointer

    init(_ exchange: Exchange, _ connection: OpaquePointer) {
        self.exchange = exchange
        self.connection = connection
    }
}

private let readStream: MHD_ContentReaderCallback = { source, _, buffer, room in
    guard let source, let buffer else { return -2 }
    let stream = Unmanaged<AnswerStream>.fromOpaque(source).takeUnretainedValue()
    switch stream.exchange.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room), on: stream.connection) {
    case .bytes(let count): return count
    case .suspended: return 0
    case .end: return -1
    case .cut: return -2
    }
}
