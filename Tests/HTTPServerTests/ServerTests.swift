import Foundation
import HTTPServer
import ServiceKit
import Testing

@Suite struct ServerTests {
    @Test func `a request reaches the handler whole and its answer comes back whole`() async throws {
        let answer = try await serving { request in
            .text(201, "\(request.method) \(request.path) \(request.query["q"] ?? "-") \(request.headers["x-thing"] ?? "-") \(request.peer) \(request.body.count)")
                .with("X-Back", "yes")
        } _: { server in
            try await blocking {
                try RawClient(port: server.port).exchange(
                    "POST /a/b?q=1 HTTP/1.1\r\nHost: test\r\nX-Thing: v\r\nContent-Length: 5\r\n\r\nhello")
            }
        }
        let response = try #require(answer)
        #expect(response.status == 201)
        #expect(response.text == "POST /a/b 1 v 127.0.0.1 5")
        #expect(response["X-Back"] == "yes")
        #expect(response["X-Request-Id"]?.count == 16)
        #expect(response["Content-Length"] == String(response.body.count))
    }

    @Test func `HEAD has the headers of GET and no body`() async throws {
        let answers = try await serving { request in
            request.path == "/stream" ? HTTPResponse(status: 200, body: .stream(AsyncStream { $0.yield([1]) })) : .text(200, "hello")
        } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send("HEAD / HTTP/1.1\r\nHost: test\r\n\r\nHEAD /stream HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
                return client.receiveAll().map { String(decoding: $0, as: UTF8.self) }
            }
        }
        let text = try #require(answers)
        #expect(text.contains("Content-Length: 5\r\n"))
        #expect(!text.contains("hello"))
        #expect(text.components(separatedBy: "HTTP/1.1 200").count == 3)
        #expect(text.hasSuffix("\r\n\r\n"))
    }

    @Test func `a chunked body arrives whole`() async throws {
        let text = try await serving { .text(200, String(decoding: $0.body, as: UTF8.self)) } _: { server in
            try await blocking {
                try RawClient(port: server.port).exchange(
                    "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nTrailer: x\r\n\r\n")?.text
            }
        }
        #expect(text == "hello world")
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func `a body over the limit is answered 413 and the connection closed`(method: String) async throws {
        let calls = Counter()
        let answer = try await serving { _ in
            calls.increment()
            return .noContent
        } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send("\(method) / HTTP/1.1\r\nHost: test\r\nContent-Length: \(3 << 20)\r\n\r\n")
                client.send([UInt8](repeating: 0x61, count: 3 << 20))
                return client.response()
            }
        }
        let response = try #require(answer)
        #expect(response.status == 413)
        #expect(response["Content-Type"] == "application/problem+json")
        #expect(response.text.contains("At most 1048576 bytes"))
        #expect(calls.value == 0)
    }

    @Test func `a chunked body over the limit is answered 413`() async throws {
        let answer = try await serving { _ in .noContent } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n")
                let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x61, count: 0x10000) + Array("\r\n".utf8)
                for _ in 0..<32 { client.send(chunk) }
                client.send("0\r\n\r\n")
                return client.response()?.status
            }
        }
        #expect(answer == 413)
    }

    @Test func `a client that asks first is told before it sends`() async throws {
        let answers = try await serving { .text(200, String($0.body.count)) } _: { server in
            try await blocking {
                let refused = try RawClient(port: server.port)
                let early = refused.exchange("POST / HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 2000000\r\n\r\n")
                let welcome = try RawClient(port: server.port)
                welcome.send("POST / HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
                let interim = welcome.receive().map { String(decoding: $0, as: UTF8.self) }
                welcome.send("hello")
                return (early?.status, interim, welcome.response()?.text)
            }
        }
        #expect(answers.0 == 413)
        #expect(answers.1?.hasPrefix("HTTP/1.1 100") == true)
        #expect(answers.2 == "5")
    }

    @Test func `the plan of a request sets its limit before the body is read`() async throws {
        let statuses = try await serving(plan: { $0.path == "/upload" ? .buffered(upTo: 4 << 20) : .buffered(upTo: 10) }) {
            .text(200, String($0.body.count))
        } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send("POST /upload HTTP/1.1\r\nHost: test\r\nContent-Length: \(3 << 20)\r\n\r\n")
                client.send([UInt8](repeating: 0x61, count: 3 << 20))
                let upload = client.response()
                let other = client.exchange("POST /other HTTP/1.1\r\nHost: test\r\nContent-Length: 11\r\n\r\nhello world")
                return (upload?.text, other?.status)
            }
        }
        #expect(statuses.0 == String(3 << 20))
        #expect(statuses.1 == 413)
    }

    @Test func `a handler that takes too long is cancelled and answered for`() async throws {
        var limits = HTTPLimits()
        limits.handlerTime = .milliseconds(300)
        let cancelled = Counter()
        let answer = try await serving(limits) { _ in
            do { try await Task.sleep(for: .seconds(30)) } catch { cancelled.increment() }
            return .text(200, "late")
        } _: { server in
            let answer = try await blocking {
                let client = try RawClient(port: server.port)
                let first = client.exchange(get("/"))
                // The connection is as good as before.
                return (first, client.exchange(get("/"))?.status)
            }
            _ = await eventually { cancelled.value == 2 }
            return answer
        }
        #expect(answer.0?.status == 503)
        #expect(answer.0?.text.contains("took too long") == true)
        #expect(answer.1 == 503)
        #expect(cancelled.value == 2)
    }

    @Test func `a handler whose client leaves is cancelled`() async throws {
        var limits = HTTPLimits()
        limits.handlerTime = .seconds(300)
        let cancelled = Counter()
        try await serving(limits) { _ in
            do { try await Task.sleep(for: .seconds(200)) } catch { cancelled.increment() }
            return .noContent
        } _: { server in
            try await blocking { _ = try RawClient(port: server.port).send(get("/")) }
            #expect(await eventually { cancelled.value == 1 })
        }
    }

    @Test func `an end that comes with the last bytes is noticed`() async throws {
        var limits = HTTPLimits()
        limits.idle = .seconds(200)
        limits.bodyTime = .seconds(200)
        try await serving(limits) { _ in .noContent } _: { server in
            for _ in 0..<50 {
                try await blocking { _ = try RawClient(port: server.port).send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\nhello") }
            }
            #expect(await eventually { server.openConnections == 0 })
        }
    }

    @Test func `over the limit of requests the answer is 503 with Retry-After`() async throws {
        var limits = HTTPLimits()
        limits.requests = 2
        let entered = Counter()
        let statuses = try await serving(limits) { _ in
            entered.increment()
            try? await Task.sleep(for: .milliseconds(500))
            return .noContent
        } _: { server in
            let clients = try await blocking { try (0..<2).map { _ in
                let client = try RawClient(port: server.port)
                client.send(get("/"))
                return client
            } }
            _ = await eventually { entered.value == 2 }
            return try await blocking {
                let third = try RawClient(port: server.port).exchange(get("/"))
                return (third?.status, third?["Retry-After"], clients.map { $0.response()?.status })
            }
        }
        #expect(statuses.0 == 503)
        #expect(statuses.1 == "2")
        #expect(statuses.2 == [204, 204])
    }

    @Test func `a body that trickles in is cut off though it never pauses`() async throws {
        var limits = HTTPLimits()
        limits.bodyTime = .seconds(1)
        let calls = Counter()
        let answer = try await serving(limits) { _ in
            calls.increment()
            return .noContent
        } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\n")
                for _ in 0..<300 {
                    client.send("x")
                    if let bytes = client.receive(timeout: .milliseconds(100)) { return bytes }
                }
                return [1]
            }
        }
        #expect(answer == [])
        #expect(calls.value == 0)
    }

    @Test func `an idle connection is closed`() async throws {
        var limits = HTTPLimits()
        limits.idle = .seconds(1)
        let answer = try await serving(limits) { _ in .noContent } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                _ = client.exchange(get("/"))
                return client.receive()
            }
        }
        #expect(answer == [])
    }

    @Test func `the handler's log lines carry the request's id`() async throws {
        let answer = try await serving { .text(200, $0.id + " " + (Logger.current.metadata["request"] ?? "-")) } _: { server in
            try await blocking { try RawClient(port: server.port).exchange(get("/")) }
        }
        let response = try #require(answer)
        let id = try #require(response["X-Request-Id"])
        #expect(response.text == "\(id) \(id)")
    }

    @Test func `a port that is taken is an error, not a crash`() async throws {
        try await serving { _ in .noContent } _: { server in
            let error = #expect(throws: ListenError.self) { _ = try HTTPServer(port: server.port) { _ in .noContent } }
            #expect(error?.description.contains(String(server.port)) == true)
        }
    }
}
