import Foundation
import HTTPServer
import Testing

/// What a request that breaks the rules is answered, sent byte for byte. Whatever follows it on the
/// connection must never be taken for a second request.
@Suite struct MalformedRequestTests {
    struct Probe: CustomTestStringConvertible {
        var name: String
        var bytes: String
        /// Nil where libmicrohttpd closes the connection without a word.
        var status: Int?
        var testDescription: String { name }
    }

    /// Rides behind each broken request: the handler must never see it.
    static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: test\r\n\r\n"

    static func post(_ fields: String, _ body: String, version: String = "1.1", method: String = "POST") -> String {
        "\(method) /probe HTTP/\(version)\r\nHost: test\r\n\(fields)\r\n\r\n\(body)"
    }

    static let refused: [Probe] = [
        Probe(name: "Content-Length and Transfer-Encoding", bytes: post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + smuggled), status: 400),
        Probe(name: "Transfer-Encoding and Content-Length", bytes: post("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n" + smuggled), status: 400),
        Probe(name: "the same on PUT", bytes: post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + smuggled, method: "PUT"), status: 400),
        Probe(name: "the same on PATCH", bytes: post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + smuggled, method: "PATCH"), status: 400),
        Probe(name: "the same on GET", bytes: post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + smuggled, method: "GET"), status: 400),
        Probe(name: "two different Content-Length", bytes: post("Content-Length: 5\r\nContent-Length: 50", "hello" + smuggled), status: 400),
        Probe(name: "two equal Content-Length", bytes: post("Content-Length: 5\r\nContent-Length: 5", "hello" + smuggled), status: 400),
        Probe(name: "a list in Content-Length", bytes: post("Content-Length: 5, 5", "hello" + smuggled), status: 400),
        Probe(name: "a space before the colon", bytes: post("Content-Length : 5", "hello" + smuggled), status: 400),
        Probe(name: "gzip, chunked", bytes: post("Transfer-Encoding: gzip, chunked", "0\r\n\r\n" + smuggled), status: 501),
        Probe(name: "chunked, gzip", bytes: post("Transfer-Encoding: chunked, gzip", "0\r\n\r\n" + smuggled), status: 501),
        Probe(name: "chunked twice", bytes: post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + smuggled), status: 501),
        Probe(name: "xchunked", bytes: post("Transfer-Encoding: xchunked", "0\r\n\r\n" + smuggled), status: 501),
        Probe(name: "identity", bytes: post("Transfer-Encoding: identity", smuggled), status: 501),
        Probe(name: "chunked on HTTP/1.0", bytes: post("Connection: keep-alive\r\nTransfer-Encoding: chunked", "0\r\n\r\n" + smuggled, version: "1.0"), status: 400),
        Probe(name: "Content-Length with a sign", bytes: post("Content-Length: +5", "hello" + smuggled), status: 400),
        Probe(name: "negative Content-Length", bytes: post("Content-Length: -5", "hello" + smuggled), status: 400),
        Probe(name: "hexadecimal Content-Length", bytes: post("Content-Length: 0x5", "hello" + smuggled), status: 400),
        Probe(name: "empty Content-Length", bytes: post("Content-Length:", "hello" + smuggled), status: 400),
        Probe(name: "a chunk size with 0x", bytes: post("Transfer-Encoding: chunked", "0x5\r\nhello\r\n0\r\n\r\n" + smuggled), status: 400),
        Probe(name: "a chunk size that is no number", bytes: post("Transfer-Encoding: chunked", "five\r\nhello\r\n0\r\n\r\n" + smuggled), status: 400),
        Probe(name: "two Host", bytes: "GET /probe HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + smuggled, status: 400),
        Probe(name: "no Host", bytes: "GET /probe HTTP/1.1\r\nAccept: */*\r\n\r\n" + smuggled, status: 400),
        Probe(name: "no Host on HTTP/1.0", bytes: "GET /probe HTTP/1.0\r\n\r\n" + smuggled, status: 400),
        Probe(name: "a control byte in the method", bytes: "GE\u{1}T /probe HTTP/1.1\r\nHost: test\r\n\r\n" + smuggled, status: 400),
        Probe(name: "a bracket in the method", bytes: "GET( /probe HTTP/1.1\r\nHost: test\r\n\r\n" + smuggled, status: 400),
        Probe(name: "HTTP/1.9", bytes: "GET /probe HTTP/1.9\r\nHost: test\r\n\r\n" + smuggled, status: 505),
        Probe(name: "HTTP/2.0", bytes: "GET /probe HTTP/2.0\r\nHost: test\r\n\r\n" + smuggled, status: 505),
        Probe(name: "the preface of HTTP/2", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + smuggled, status: 505),
        Probe(name: "a space in the target", bytes: "GET /pro be HTTP/1.1\r\nHost: test\r\n\r\n" + smuggled, status: nil),
        Probe(name: "a control byte in a header's value", bytes: "GET /probe HTTP/1.1\r\nHost: test\r\nX: a\u{1}b\r\n\r\n" + smuggled, status: 400),
        Probe(name: "a control byte in a header's name", bytes: "GET /probe HTTP/1.1\r\nHost: test\r\nX\u{1}: a\r\n\r\n" + smuggled, status: 400),
        Probe(name: "a target that is no path", bytes: "GET probe HTTP/1.1\r\nHost: test\r\n\r\n" + smuggled, status: 400),
        Probe(name: "40 KB of header", bytes: "GET /probe HTTP/1.1\r\nHost: test\r\nX: \(String(repeating: "x", count: 40 << 10))\r\n\r\n" + smuggled, status: 431),
        Probe(name: "2000 headers", bytes: "GET /probe HTTP/1.1\r\nHost: test\r\n\((0..<2000).map { "X-\($0): value\r\n" }.joined())\r\n" + smuggled, status: 431),
        Probe(name: "40 KB of target", bytes: "GET /\(String(repeating: "x", count: 40 << 10)) HTTP/1.1\r\nHost: test\r\n\r\n" + smuggled, status: 414),
    ]

    @Test(arguments: refused) func `a malformed request is refused, and its connection closed`(_ probe: Probe) async throws {
        let seen = Shared<[String]>([])
        let answer = try await serving { request in
            seen.update { $0.append("\(request.method) \(request.target)") }
            return .text(200, "seen")
        } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send(probe.bytes)
                return client.receiveAll()
            }
        }
        let bytes = try #require(answer, "the connection stayed open")
        #expect(RawResponse(bytes)?.status == probe.status)
        #expect(seen.value == [])
    }

    static let accepted: [Probe] = [
        Probe(name: "an escaped NUL in the path stays escaped", bytes: get("/a%00b"), status: 200),
        Probe(name: "bare line feeds", bytes: "GET /probe HTTP/1.1\nHost: test\n\n", status: 200),
        Probe(name: "a folded header", bytes: "GET /probe HTTP/1.1\r\nHost: test\r\nX: a\r\n b\r\n\r\n", status: 200),
        Probe(name: "a NUL in a header's value", bytes: "GET /probe HTTP/1.1\r\nHost: test\r\nX: a\u{0}b\r\n\r\n", status: 200),
        Probe(name: "the absolute form", bytes: get("http://test/probe?x=1"), status: 200),
        Probe(name: "a method in lower case is another method", bytes: "get /probe HTTP/1.1\r\nHost: test\r\n\r\n", status: 200),
        Probe(name: "an empty line before the request", bytes: "\r\n" + get("/probe"), status: 200),
        Probe(name: "OPTIONS *", bytes: "OPTIONS * HTTP/1.1\r\nHost: test\r\n\r\n", status: 200),
        Probe(name: "Chunked in capitals", bytes: post("Transfer-Encoding: Chunked", "5\r\nhello\r\n0\r\n\r\n"), status: 200),
    ]

    @Test(arguments: accepted) func `an odd but clear request is one request`(_ probe: Probe) async throws {
        let seen = Shared<[HTTPRequest]>([])
        let status = try await serving { request in
            seen.update { $0.append(request) }
            return .text(200, "seen")
        } _: { server in
            try await blocking { try RawClient(port: server.port).exchange(probe.bytes)?.status }
        }
        #expect(status == probe.status)
        #expect(seen.value.count == 1)
    }

    @Test func `the target is not unescaped and the absolute form has a path`() async throws {
        let seen = Shared<[HTTPRequest]>([])
        try await serving { request in
            seen.update { $0.append(request) }
            return .noContent
        } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                _ = client.exchange(get("/a%00b/%2e%2e?x=%41&x=b+c"))
                _ = client.exchange(get("http://elsewhere/probe?x=1"))
            }
        }
        let requests = seen.value
        try #require(requests.count == 2)
        #expect(requests[0].target == "/a%00b/%2e%2e?x=%41&x=b+c")
        #expect(requests[0].path == "/a%00b/%2e%2e")
        #expect(requests[0].query.all("x") == ["A", "b c"])
        #expect(requests[1].path == "/probe")
    }

    @Test func `a header that trickles in is cut off though it never pauses`() async throws {
        var limits = HTTPLimits()
        limits.headTime = .seconds(1)
        let (answer, duration) = try await serving(limits) { _ in .noContent } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                let start = ContinuousClock.now
                client.send("GET / HTTP/1.1\r\nHost: test\r\nX: ")
                for _ in 0..<300 {
                    client.send("x")
                    if let bytes = client.receive(timeout: .milliseconds(100)) { return (bytes, ContinuousClock.now - start) }
                }
                return ([1], ContinuousClock.now - start)
            }
        }
        #expect(answer == [])
        #expect(duration < .seconds(20))
    }

    @Test func `requests sent in one piece are answered in order`() async throws {
        let paths = try await serving { request in .text(200, request.path) } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send((0..<20).map { get("/\($0)", close: $0 == 19) }.joined())
                return client.receiveAll().map { String(decoding: $0, as: UTF8.self) } ?? ""
            }
        }
        let bodies = paths.components(separatedBy: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "H" } }
        #expect(bodies.map(String.init) == (0..<20).map { "/\($0)" })
    }
}
