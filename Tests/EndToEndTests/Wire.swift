import Foundation
import TestSupport

/// An HTTP/1.1 client that shows what came over the wire: one connection a request, closed by the server.
struct Wire: Sendable {
    struct Answer: Sendable {
        var status: Int
        /// Names in lower case.
        var headers: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSONDocument { (try? JSONDocument(body)) ?? .null }
        /// The pointers of a problem's errors.
        var pointers: [String] { json.errors.list.compactMap(\.pointer.string) }
    }

    /// How a request ended without an answer.
    enum Failure: Error {
        /// Nobody listens.
        case refused
        /// The connection ended, or ran into the deadline, before the answer was whole.
        case cutOff(String)
    }

    static let deadlineSeconds = 30

    let port: Int

    func send(_ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8]? = nil) async throws -> Answer {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        let request = Array((head + "\r\n").utf8) + (body ?? [])
        // Blocking calls, so not on the threads that tests share.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try exchange(request) }) }
        }
    }

    private func exchange(_ request: [UInt8]) throws -> Answer {
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw Failure.cutOff("no socket") }
        defer { close(socket) }
        var limit = timeval(tv_sec: Self.deadlineSeconds, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
        }
        guard connected else { throw Failure.refused }
        var sent = 0
        while sent < request.count, !hasNews(socket) {
            let count = request[sent...].withUnsafeBytes { Foundation.send(socket, $0.baseAddress, min($0.count, 64 << 10), Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { break }
            sent += count
        }
        var received: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(socket, &chunk, chunk.count, 0)
            if count <= 0 { break }
            received += chunk[..<count]
        }
        return try Answer(received)
    }

    /// Whether the server has said something already: it may refuse a request of which it has seen the head.
    private func hasNews(_ socket: Int32) -> Bool {
        var question = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&question, 1, 0) > 0
    }
}

extension Wire.Answer {
    fileprivate init(_ received: [UInt8]) throws {
        let end = received.indices.dropLast(3).first { received[$0..<$0 + 4].elementsEqual([13, 10, 13, 10]) }
        guard let end else { throw Wire.Failure.cutOff(String(decoding: received.prefix(200), as: UTF8.self)) }
        var lines = String(decoding: received[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines.removeFirst().split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw Wire.Failure.cutOff("no status") }
        self.status = status
        headers = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        body = Array(received[(end + 4)...])
        if let length = headers["content-length"].flatMap({ Int($0) }), length != body.count {
            throw Wire.Failure.cutOff("\(body.count) of \(length) bytes")
        }
    }
}
