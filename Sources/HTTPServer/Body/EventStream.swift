/// Answers with server-sent events (HTML Standard, 9.2) until the client leaves or the events end.
public enum EventStream {
    public struct Event: Sendable, Equatable {
        /// Sent back by a client that connects again, as `Last-Event-ID`.
        public var id: String?
        public var name: String?
        public var data: String

        public init(_ name: String? = nil, data: String, id: String? = nil) {
            self.id = id
            self.name = name
            self.data = data
        }
    }

    /// A client that takes no event while this many wait is let go; it connects again and catches up.
    public static let maximumWaiting = 64

    /// - Parameter heartbeat: a comment line goes out this often. It is also how a client that left is
    ///   noticed and its socket freed.
    public static func response(
        _ events: some AsyncSequence<Event, Never> & Sendable, heartbeat: Duration = .seconds(15)
    ) -> HTTPResponse {
        let (chunks, output) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .bufferingOldest(maximumWaiting))
        @Sendable func send(_ text: String) {
            if case .dropped = output.yield(Array(text.utf8)) { output.finish() }
        }
        send("retry: 3000\n\n")
        let beat = Task {
            while (try? await Task.sleep(for: heartbeat)) != nil { send(":\n\n") }
        }
        let relay = Task {
            for await event in events { send(text(of: event)) }
            output.finish()
        }
        output.onTermination = { _ in
            beat.cancel()
            relay.cancel()
        }
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"],
            body: .stream(chunks))
    }

    /// A line break inside a field would end it and let the rest pass for a field of its own.
    static func text(of event: Event) -> String {
        var text = ""
        if let id = event.id { text += "id: \(id.filter { !isLineEnd($0) && $0 != "\0" })\n" }
        if let name = event.name { text += "event: \(name.filter { !isLineEnd($0) })\n" }
        for line in event.data.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd) { text += "data: \(line)\n" }
        return text + "\n"
    }

    /// What ends a line there; U+2028 and its like do not.
    private static func isLineEnd(_ character: Character) -> Bool {
        character == "\n" || character == "\r" || character == "\r\n"
    }
}
