import Foundation
import Glibc
import ServiceKit

/// `mantel-api --health`: asks the running server for its readiness.
enum HealthProbe {
    /// 0 where it is ready within five seconds.
    static func run() async -> Int32 {
        var environment = Environment()
        let listen: ListenAddress? = environment.value("MANTEL_LISTEN", default: ListenAddress(host: "127.0.0.1", port: 8080))
        guard let listen else { return 1 }
        let host = listen.host == "0.0.0.0" ? "127.0.0.1" : listen.host
        return connect(host, listen.port, "GET /readyz HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n").hasPrefix("HTTP/1.1 200") ? 0 : 1
    }

    private static func connect(_ host: String, _ port: Int, _ request: String) -> String {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return "" }
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard connected == 0, send(descriptor, request, request.utf8.count, 0) == request.utf8.count else { return "" }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : ""
    }
}
