// Its headers bring the sockets along; which module they count as depends on what is compiled beside this file.
import CMicrohttpd
import Foundation
import Synchronization

/// The server cannot listen where it was told to.
public struct ListenError: Error, CustomStringConvertible {
    public var reason: String
    public var description: String { "cannot listen: \(reason)" }
}

/// A listening socket until somebody takes it over.
final class Listener: Sendable {
    let port: Int
    private let descriptor: Mutex<Int32>
    private static let backlog: Int32 = 1024

    init(address: String, port: Int) throws(ListenError) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard (0...65535).contains(port), getaddrinfo(address, String(port), &hints, &found) == 0, let found else {
            throw ListenError(reason: "\(address) port \(port) is not a numeric address and port")
        }
        defer { freeaddrinfo(found) }

        let socket = socket(found.pointee.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var on: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard socket >= 0, bind(socket, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0, listen(socket, Self.backlog) == 0 else {
            let reason = "\(address) port \(port): \(String(cString: strerror(errno)))"
            close(socket)
            throw ListenError(reason: reason)
        }
        self.port = Self.port(of: socket)
        descriptor = Mutex(socket)
    }

    /// Hands the socket over; whoever has it closes it.
    func take() throws(ListenError) -> Int32 {
        let socket = descriptor.withLock { descriptor in
            defer { descriptor = -1 }
            return descriptor
        }
        guard socket >= 0 else { throw ListenError(reason: "a server runs once") }
        return socket
    }

    deinit {
        let socket = descriptor.withLock { $0 }
        if socket >= 0 { close(socket) }
    }

    private static func port(of socket: Int32) -> Int {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(socket, $0, &length) }
            // The port is at the same place in both families.
            return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { Int(UInt16(bigEndian: $0.pointee.sin_port)) }
        }
    }
}
