import Recognition
import Synchronization

/// Warm recognizers, as many as scans may be read at once; each is lent to one scan at a time.
final class RecognizerLanes: Sendable {
    private let all: [Recognizer]
    private let free: Mutex<[Recognizer]>

    init(count: Int) {
        all = (0..<count).map { _ in Recognizer() }
        free = Mutex(all)
    }

    /// Loads the languages of every lane. Throws where none is installed.
    func warm() async throws {
        for recognizer in all { try await recognizer.warm() }
    }

    /// Lends a lane for `body`. The worker runs no more scans than there are lanes, so one is always free.
    func withLane<T: Sendable>(_ body: (Recognizer) async throws -> T) async throws -> T {
        let recognizer = free.withLock { $0.popLast() } ?? all[0]
        defer { free.withLock { $0.append(recognizer) } }
        return try await body(recognizer)
    }
}
