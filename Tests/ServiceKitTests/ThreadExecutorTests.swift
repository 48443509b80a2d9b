import Foundation
import ServiceKit
import Testing

private actor Pinned {
    private let executor = ThreadExecutor(label: "pinned")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var count = 0
    func thread() -> ObjectIdentifier { count += 1; return ObjectIdentifier(Thread.current) }
    func total() -> Int { count }
    isolated deinit { executor.stop() }
}

@Suite struct ThreadExecutorTests {
    @Test func `an actor on it stays on one thread`() async {
        let actor = Pinned()
        let threads = await withTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<200 { group.addTask { await actor.thread() } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(threads.count == 1)
        #expect(await actor.total() == 200)
    }

    @Test func `identifiers made later sort later`() {
        let ids = (0..<50).map { UUID.v7(at: Date(timeIntervalSince1970: Double(1_800_000_000 + $0))).uuidString }
        #expect(ids == ids.sorted())
        #expect(ids.allSatisfy { $0.dropFirst(14).first == "7" })
    }

    @Test func `work past its deadline is cancelled`() async {
        await #expect(throws: DeadlineExceeded.self) {
            try await withDeadline(.milliseconds(20)) { try await Task.sleep(for: .seconds(20)) }
        }
    }
}
