import Foundation
import HTTPServer
import TestSupport
import Testing

/// A person's event stream, open all the time.
actor Listener {
    private let person: Person
    private var text = ""
    private var hasEnded = false
    private var reading: Task<Void, Never>?

    struct Refused: Error {}

    /// Returns once the person hears of what they do themselves in the household at `home`: news is coming in.
    init(_ person: Person, in home: String) async throws {
        self.person = person
        try await connect()
        // Streams end when the news begins to come in, since something may have been missed before.
        try await eventually("\(person.name) hears of an own scan") {
            if self.hasEnded { try await self.connect() }
            let scan = try await person.upload("receipt", to: home)
            for _ in 0..<50 where !self.hasEnded && !self.text.contains(scan) { try await Task.sleep(for: .milliseconds(20)) }
            return self.text.contains(scan)
        }
        try await Workers.run()
        // News comes in order: with this last one all of the others have been heard. Nobody reads a scan that is deleted.
        let last = try await person.upload("receipt", to: home)
        try await hearNews(of: last)
        try await person.expect(204, "DELETE", "\(home)/scans/\(last)")
        try await Workers.run()
        text = ""
    }

    private func connect() async throws {
        let request = HTTPRequest(method: "GET", target: "/api/v1/stream", headers: ["Authorization": "Bearer \(person.token)"], peer: "192.0.2.1")
        guard case .stream(let chunks) = await person.server.respond(to: request).body else { throw Refused() }
        hasEnded = false
        reading = Task {
            for await chunk in chunks { self.text += String(decoding: chunk, as: UTF8.self) }
            self.hasEnded = true
        }
    }

    /// Waits for the news of a scan. News comes in the order in which it happened.
    func hearNews(of scan: String) async throws {
        try await eventually("\(person.name) hears of an own scan") { self.text.contains(scan) || self.hasEnded }
    }

    /// All events since the beginning, but for what `Volatile` says of streams; nil where it ended meanwhile.
    var heard: [String]? {
        hasEnded ? nil : Volatile.withoutHeartbeats(text).components(separatedBy: "\n\n").filter { !$0.isEmpty }
    }

    func stop() { reading?.cancel() }
}
