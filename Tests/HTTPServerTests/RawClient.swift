import Foundation

/// A socket that sends and receives bytes as they are, so that a test may break every rule.
final class RawClient: Sendable {
    struct NoConnection: Error {}

    private let socket: Int32

    /// - Parameter receiveBuffer: bytes the kernel keeps for a client that does not read.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if var receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard connected == 0 else {
            close(socket)
            throw NoConnection()
        }
    }

    deinit { close(socket) }

    /// False where the other side has closed.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// What arrives within `timeout`; nil when nothing did, empty when the other side closed.
    func receive(timeout: Duration = .seconds(60)) -> [UInt8]? {
        let deadline = ContinuousClock.now + timeout
        var poller = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        var ready: Int32
        repeat { ready = poll(&poller, 1, Int32(max(.zero, deadline - .now) / .milliseconds(1))) } while ready < 0 && errno == EINTR
        guard ready > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(socket, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : []
    }

    /// Everything until the other side closes; nil where it does not within `timeout`.
    func receiveAll(timeout: Duration = .seconds(60)) -> [UInt8]? {
        let deadline = ContinuousClock.now + timeout
        var all: [UInt8] = []
        while ContinuousClock.now < deadline {
            guard let piece = receive(timeout: deadline - .now) else { return nil }
            if piece.isEmpty { return all }
            all += piece
        }
        return nil
    }

    /// One whole answer with a Content-Length or without a body, leaving the connection open.
    func response(timeout: Duration = .seconds(60), toHead: Bool = false) -> RawResponse? {
        let deadline = ContinuousClock.now + timeout
        var all: [UInt8] = []
        while ContinuousClock.now < deadline {
            if let response = RawResponse(all), toHead || response.isComplete { return response }
            guard let piece = receive(timeout: deadline - .now), !piece.isEmpty else { break }
            all += piece
        }
        return RawResponse(all)
    }

    /// Sends one request and reads its answer.
    func exchange(_ request: String, timeout: Duration = .seconds(60)) -> RawResponse? {
        send(request)
        return response(timeout: timeout, toHead: request.hasPrefix("HEAD "))
    }
}

/// An answer's head in lines, and the bytes after it.
struct RawResponse {
    let status: Int
    let head: [String]
    let body: [UInt8]

    /// Nil while the head is not complete.
    init?(_ bytes: [UInt8]) {
        guard let end = Data(bytes).range(of: Data("\r\n\r\n".utf8)) else { return nil }
        head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        guard let status = head.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        self.status = status
        body = Array(bytes[end.upperBound...])
    }

    subscript(name: String) -> String? {
        head.dropFirst().first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { $0.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces) }
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    var isComplete: Bool {
        if let length = self["Content-Length"].flatMap({ Int($0) }) { return body.count >= length }
        if self["Transfer-Encoding"] == "chunked" { return text.hasSuffix("0\r\n\r\n") }
        return status == 204 || status == 304
    }
}

/// Runs what blocks on threads of its own: with two cores, a few blocked tasks would stop every other.
func blocking<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
}
