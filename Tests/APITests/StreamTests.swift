import Foundation
import Household
import HTTPServer
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct StreamTests {
    @Test func `A stream tells its reader of their own scans, and of nobody else's`() async throws {
        try await withWire { caller, walk, home, ann, ben in
            let annReads = StreamReader(caller, ann), benReads = StreamReader(caller, ben)
            await caller.become(ann)
            // The wire may begin to listen after the first upload.
            var mine: [String] = []
            try await eventually("news for Ann") {
                mine.append(try await walk.upload(home, "flyer"))
                try await Task.sleep(for: .milliseconds(100))
                return await annReads.text.contains("event: scan\n")
            }
            await caller.become(ben)
            let his = try await walk.upload(home, "receipt")
            try await eventually("news for Ben") { await benReads.text.contains("\"id\":\"\(his)\"") }

            #expect(await !annReads.text.contains(his))
            let bensText = await benReads.text
            #expect(mine.filter { bensText.contains($0) } == [])
            #expect(bensText.contains("\"state\":\"queued\""))
            #expect(bensText.contains("\nid: ") || bensText.hasPrefix("id: "))
            await annReads.stop()
            await benReads.stop()
        }
    }

    @Test func `A stream tells nothing more once its session is over`() async throws {
        try await withWire { caller, walk, home, ann, _ in
            let stream = StreamReader(caller, ann)
            await caller.become(ann)
            try await eventually("news for Ann") {
                try await walk.upload(home, "flyer")
                try await Task.sleep(for: .milliseconds(100))
                return await stream.text.contains("event: scan\n")
            }
            let again = try await walk.signIn(OpenAPIWalk.ann)
            await caller.become(ann)
            try await caller.call("DELETE", "/sessions/current")
            await caller.become(again)
            let late = try await walk.upload(home, "flyer")
            try await eventually("the end of the stream") { await stream.isRefused }
            #expect(await !stream.text.contains(late))
            await stream.stop()
        }
    }

    @Test func `Somebody without a session gets no stream`() async throws {
        let caller = try OpenAPICaller()
        try await caller.call("GET", "/stream")
        #expect(await caller.exchanges.last?.status == 401)
    }

    @Test func `An account has only so many streams, and one that is closed makes room`() async throws {
        let newsroom = Newsroom(), account = Identifier<Account>(UUID())
        var streams: [AsyncStream<News>] = []
        for _ in 0..<Newsroom.largestAudience { streams.append(try #require(await newsroom.news(for: account))) }
        #expect(await newsroom.news(for: account) == nil)
        streams.removeLast()
        try await eventually("room for another") { await newsroom.news(for: account) != nil }
    }

    /// Ann and Ben in one household, with news coming in.
    private func withWire(_ body: (OpenAPICaller, OpenAPIWalk, _ home: String, _ ann: String, _ ben: String) async throws -> Void) async throws {
        let caller = try OpenAPICaller(), walk = OpenAPIWalk(caller: caller)
        let wire = NewsWire(listening: try TestDatabase.current.conninfo(user: "mantel_api"), for: caller.newsroom)
        let listening = Task { try await wire.run() }
        defer { listening.cancel() }
        let ann = try await walk.signIn(OpenAPIWalk.ann)
        let household = try await caller.call("POST", "/households", ["name": "Family", "currency": "EUR", "zone": "Europe/Dublin"], take: "id")
        let link = try await caller.call("POST", "/households/\(household)/invitations", ["role": "adult"], take: "link")
        let ben = try await walk.signIn(OpenAPIWalk.ben)
        try await caller.call("POST", "/invitations/\(link.split(separator: "/").last ?? "")/acceptance")
        try await body(caller, walk, "/households/\(household)", ann, ben)
    }
}

/// Reads a stream as a browser does: connects again where it ends, until it is refused.
actor StreamReader {
    private(set) var text = ""
    private(set) var isRefused = false
    private var reading: Task<Void, Never>?

    init(_ caller: OpenAPICaller, _ token: String) {
        Task { await read(caller, token) }
    }

    func stop() { reading?.cancel() }

    private func read(_ caller: OpenAPICaller, _ token: String) {
        reading = Task {
            while !Task.isCancelled {
                guard let chunks = try? await caller.stream(as: token) else { break }
                for await chunk in chunks { text += String(decoding: chunk, as: UTF8.self) }
                try? await Task.sleep(for: .milliseconds(20))
            }
            isRefused = true
        }
    }
}
