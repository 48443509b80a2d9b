import HTTPServer
import Testing

/// A person's event stream, open all the time.
actor Listener {
    private var text = ""
    private var reading: Task<Void, Never>?

    init(_ person: Person) async throws {
        let request = HTTPRequest(method: "GET", target: "/api/v1/stream", headers: ["Authorization": "Bearer \(person.token)"], peer: "192.0.2.1")
        guard case .stream(let chunks) = await person.server.respond(to: request).body else {
            throw Refused()
        }
        reading = Task { for await chunk in chunks { self.hear(chunk) } }
    }

    struct Refused: Error {}

    private func hear(_ chunk: [UInt8]) { text += String(decoding: chunk, as: UTF8.self) }

    /// All that came, but for what `Volatile` says of streams.
    var heard: String { Volatile.withoutHeartbeats(text) }

    func stop() { reading?.cancel() }
}
