import Foundation
import HTTPServer
import Testing

@Suite struct StreamingTests {
    @Test func `an answer's chunks are sent as they are made`() async throws {
        let (chunks, output) = AsyncStream<[UInt8]>.makeStream()
        let pieces = try await serving { _ in HTTPResponse(status: 200, body: .stream(chunks)) } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send(get("/"))
                var seen: [String] = []
                for word in ["one", "two", "three"] {
                    output.yield(Array(word.utf8))
                    var text = ""
                    while !text.contains(word), let bytes = client.receive() { text += String(decoding: bytes, as: UTF8.self) }
                    seen.append(text.contains(word) ? word : text)
                }
                output.finish()
                let end = client.receive().map { String(decoding: $0, as: UTF8.self) }
                return (seen, end)
            }
        }
        #expect(pieces.0 == ["one", "two", "three"])
        #expect(pieces.1 == "0\r\n\r\n")
    }

    @Test func `a long stream arrives byte for byte`() async throws {
        let count = 300
        let body = try await serving { _ in
            let next = Shared(0)
            return HTTPResponse(status: 200, body: .stream(AsyncStream {
                next.update { $0 += 1 }
                return next.value <= count ? [UInt8](repeating: UInt8(next.value & 0xFF), count: 10_000) : nil
            }))
        } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send("GET / HTTP/1.0\r\nHost: test\r\n\r\n")
                return client.receiveAll(timeout: .seconds(60)).flatMap(RawResponse.init)?.body
            }
        }
        let expected = (1...count).flatMap { [UInt8](repeating: UInt8($0 & 0xFF), count: 10_000) }
        #expect(body?.count == expected.count)
        #expect(body == expected)
    }

    @Test func `a stream is not asked for more than the client takes`() async throws {
        let made = Counter()
        try await serving { _ in
            HTTPResponse(status: 200, body: .stream(AsyncStream {
                made.increment()
                return [UInt8](repeating: 0x61, count: 64 << 10)
            }))
        } _: { server in
            let client = try await blocking {
                let client = try RawClient(port: server.port, receiveBuffer: 64 << 10)
                client.send(get("/"))
                return client
            }
            // Until the kernels' buffers, about 4 MB, and ours of 256 KB are full.
            var before = -1
            for _ in 0..<20 where made.value != before {
                before = made.value
                try await Task.sleep(for: .milliseconds(500))
            }
            #expect(made.value == before)
            #expect(before < 200)
            _ = try await blocking { client.receive() }
        }
    }

    @Test func `a client that leaves ends its stream and frees its socket`() async throws {
        let ended = Counter()
        try await serving { _ in
            let (events, output) = AsyncStream<EventStream.Event>.makeStream()
            output.onTermination = { _ in ended.increment() }
            output.yield(.init("hello", data: "you"))
            return EventStream.response(events, heartbeat: .milliseconds(200))
        } _: { server in
            let first = try await blocking {
                let client = try RawClient(port: server.port)
                client.send(get("/"))
                var text = ""
                while !text.contains("data: you"), let bytes = client.receive(), !bytes.isEmpty { text += String(decoding: bytes, as: UTF8.self) }
                return text
            }
            #expect(first.contains("Content-Type: text/event-stream"))
            #expect(first.contains("event: hello\ndata: you\n\n"))
            #expect(await eventually { ended.value == 1 })
            #expect(await eventually { server.openConnections == 0 })
        }
    }

    @Test func `an event stream beats while nothing happens`() async throws {
        let (events, output) = AsyncStream<EventStream.Event>.makeStream()
        let beats = try await serving { _ in EventStream.response(events, heartbeat: .milliseconds(50)) } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                // HTTP/1.0 has no chunks between the beats.
                client.send("GET / HTTP/1.0\r\nHost: test\r\n\r\n")
                var text = ""
                let beats = { text.components(separatedBy: "\n:\n").count - 1 }
                let deadline = ContinuousClock.now + .seconds(10)
                while beats() < 5, ContinuousClock.now < deadline, let bytes = client.receive() { text += String(decoding: bytes, as: UTF8.self) }
                return beats()
            }
        }
        output.finish()
        #expect(beats >= 5)
    }

    @Test func `a line break in an event cannot forge a field`() async throws {
        let events = AsyncStream { output in
            output.yield(EventStream.Event("a\nid: 9", data: "one\r\ntwo\nevent: x", id: "1\n2"))
            output.finish()
        }
        let text = try await serving { _ in EventStream.response(events) } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send("GET / HTTP/1.0\r\nHost: test\r\n\r\n")
                return client.receiveAll().flatMap(RawResponse.init)?.text
            }
        }
        #expect(text == "retry: 3000\n\nid: 12\nevent: aid: 9\ndata: one\ndata: two\ndata: event: x\n\n")
    }

    @Test func `a handler may read the body as it arrives`() async throws {
        let pieces = Counter()
        let answer = try await serving(plan: { _ in .streamed(upTo: 8 << 20) }) { request in
            guard let stream = request.bodyStream else { return .noContent }
            var total = 0
            do {
                for try await piece in stream {
                    pieces.increment()
                    total += piece.count
                }
                return .text(200, String(total))
            } catch let problem as Problem { return HTTPResponse(problem) } catch { return .noContent }
        } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: \(5 << 20)\r\n\r\n")
                client.send([UInt8](repeating: 0x61, count: 1 << 20))
                let deadline = ContinuousClock.now + .seconds(60)
                while pieces.value == 0, ContinuousClock.now < deadline { usleep(1000) }
                let early = pieces.value
                client.send([UInt8](repeating: 0x61, count: 4 << 20))
                return (early, client.response(timeout: .seconds(60))?.text)
            }
        }
        #expect(answer.0 > 0)
        #expect(answer.1 == String(5 << 20))
    }

    @Test func `a reader that is behind holds the client back`() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let answer = try await serving(plan: { _ in .streamed(upTo: 64 << 20) }) { request in
            for await _ in gate { break }
            var total = 0
            do { for try await piece in request.bodyStream! { total += piece.count } } catch { return .text(500, "\(error)") }
            return .text(200, String(total))
        } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                let sent = Counter()
                client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: \(32 << 20)\r\n\r\n")
                Thread.detachNewThread {
                    for _ in 0..<32 where client.send([UInt8](repeating: 0x61, count: 1 << 20)) { sent.increment() }
                }
                usleep(700_000)
                let held = sent.value
                open.finish()
                return (held, client.response(timeout: .seconds(60))?.text)
            }
        }
        #expect(answer.0 < 20)
        #expect(answer.1 == String(32 << 20))
    }

    @Test func `a streamed body over the limit ends with 413`() async throws {
        let answer = try await serving(plan: { _ in .streamed(upTo: 1 << 20) }) { request in
            do { for try await _ in request.bodyStream! {} } catch let problem as Problem { return HTTPResponse(problem) } catch {}
            return .noContent
        } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: \(4 << 20)\r\n\r\n")
                client.send([UInt8](repeating: 0x61, count: 4 << 20))
                return client.response(timeout: .seconds(60))?.status
            }
        }
        #expect(answer == 413)
    }

    @Test func `a body that is cut off never looks like a whole one`() async throws {
        let outcome = Shared("")
        try await serving(plan: { _ in .streamed(upTo: 1 << 20) }) { request in
            do {
                for try await _ in request.bodyStream! {}
                outcome.value = "whole"
            } catch { outcome.value = "\(error)" }
            return .noContent
        } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\nhello")
                usleep(100_000)
            }
            #expect(await eventually { !outcome.value.isEmpty })
        }
        #expect(outcome.value.contains("cut off"))
    }

    @Test func `an answer before the end of the body reaches the client`() async throws {
        let answer = try await serving(plan: { _ in .streamed(upTo: 8 << 20) }) { _ in .text(415, "no") } _: { server in
            try await blocking {
                let client = try RawClient(port: server.port)
                client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: \(4 << 20)\r\n\r\n")
                client.send([UInt8](repeating: 0x61, count: 4 << 20))
                return client.response(timeout: .seconds(60))?.status
            }
        }
        #expect(answer == 415)
    }
}
