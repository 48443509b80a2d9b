import Foundation
public import ServiceKit

/// Where a Redis server listens: `redis://[:password@]host[:port][/database]`, or `host[:port]` alone.
public struct RedisAddress: Sendable, Equatable, LosslessStringConvertible {
    public var host: String
    public var port: Int
    public var password: String?
    public var database: Int

    public static let defaultPort = 6379

    public init(host: String, port: Int = defaultPort, password: String? = nil, database: Int = 0) {
        self.host = host
        self.port = port
        self.password = password
        self.database = database
    }

    /// Nil where `text` is not an address, names another scheme, or carries parts this client would ignore.
    public init?(_ text: String) {
        let url = text.contains("://") ? text : "redis://\(text)"
        guard let parts = URLComponents(string: url), parts.scheme == "redis", let host = parts.host, !host.isEmpty,
            parts.query == nil, parts.fragment == nil, parts.user ?? "" == ""
        else { return nil }
        let port = parts.port ?? Self.defaultPort
        guard (1...65535).contains(port) else { return nil }
        let path = parts.path.drop { $0 == "/" }
        guard let database = path.isEmpty ? 0 : Int(path), database >= 0 else { return nil }
        self.init(
            host: host.trimmingCharacters(in: ["[", "]"]), port: port,
            password: parts.password.flatMap { $0.isEmpty ? nil : $0 }, database: database)
    }

    /// The address without its password, fit for a log line.
    public var description: String { "redis://\(password == nil ? "" : ":***@")\(host):\(port)/\(database)" }
}

extension RedisAddress: Setting {
    public static var expectation: String { "the address of a Redis server, such as redis://:PASSWORD@HOST:6379/0" }
}
