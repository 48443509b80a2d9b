import Foundation

/// Redis for one test: the address of the shared server, and a prefix of its own for every key.
public struct TestRedis: Sendable {
    public var host: String
    public var port: Int
    /// Ends with a colon.
    public var prefix: String

    public init() throws {
        let parts = TestServices.redis.split(separator: ":")
        guard parts.count == 2, let port = Int(parts[1]) else {
            throw ServiceMissing("MANTEL_TEST_REDIS is not host:port, but \(TestServices.redis)")
        }
        host = String(parts[0])
        self.port = port
        prefix = "test:\(UUID().uuidString.lowercased()):"
    }
}
