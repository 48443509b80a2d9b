import Testing

@testable import PostgreSQL

@Suite struct PoolStateTests {
    private typealias State = PoolState<String>

    private static func state(_ connections: Int) -> State { State(PoolLimits(connections: connections, acquireTimeout: .seconds(2))) }

    /// The actions in words.
    private func words(_ actions: [State.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .lend(let waiter, let lease): "lend \(lease.item) to \(waiter)"
            case .fail(let waiter, let failure): "\(failure) for \(waiter)"
            case .open(let pause): pause == .zero ? "open" : "open later"
            case .discard(let item): "discard \(item)"
            }
        }
    }

    private func lease(_ item: String, made: Duration = .zero) -> State.Lease { State.Lease(item: item, made: made) }

    @Test func `connections are opened up to the limit, and no further`() {
        var state = Self.state(2)
        #expect(words(state.wait(1, at: .zero)) == ["open"])
        #expect(words(state.wait(2, at: .zero)) == ["open"])
        #expect(words(state.wait(3, at: .zero)) == [])
        #expect(state.open == 2)
    }

    @Test func `the oldest waiter is served first`() {
        var state = Self.state(1)
        for waiter in 1...3 { _ = state.wait(waiter, at: .zero) }
        #expect(words(state.opened("a", at: .zero)) == ["lend a to 1"])
        #expect(words(state.release(lease("a"), usable: true, at: .zero)) == ["lend a to 2"])
        #expect(words(state.release(lease("a"), usable: true, at: .zero)) == ["lend a to 3"])
        #expect(words(state.release(lease("a"), usable: true, at: .zero)) == [])
        #expect(state.idleCount == 1)
    }

    @Test func `a cancelled waiter is passed over`() {
        var state = Self.state(1)
        for waiter in 1...2 { _ = state.wait(waiter, at: .zero) }
        let (first, second) = (state.cancel(1), state.cancel(1))
        #expect(first && !second)
        #expect(words(state.opened("a", at: .zero)) == ["lend a to 2"])
    }

    @Test func `a waiter fails when its time is over`() {
        var state = Self.state(1)
        _ = state.wait(1, at: .zero)
        _ = state.wait(2, at: .seconds(1))
        #expect(state.nextTick(at: .zero) == .seconds(2))
        #expect(words(state.tick(at: .seconds(1.9))) == [])
        #expect(words(state.tick(at: .seconds(2))) == ["timeout for 1"])
        #expect(state.nextTick(at: .seconds(2)) == .seconds(3))
        #expect(words(state.opened("a", at: .seconds(2.5))) == ["lend a to 2"])
    }

    @Test func `too many waiters are refused at once`() {
        var limits = PoolLimits(connections: 1)
        limits.waiters = 1
        var state = State(limits)
        _ = state.wait(1, at: .zero)
        guard case .refuse = state.acquire(at: .zero).0 else {
            Issue.record("a second waiter was let in")
            return
        }
    }

    @Test func `a connection is checked after a rest, and replaced after its time`() {
        func answer(after rest: Duration) -> String {
            var state = Self.state(1)
            _ = state.wait(1, at: .zero)
            _ = state.opened("a", at: .zero)
            _ = state.release(lease("a"), usable: true, at: .zero)
            let (answer, discarded) = state.acquire(at: rest)
            if case .lend(_, let check) = answer { return "\(check)" }
            return "discarded \(discarded)"
        }
        #expect(answer(after: .milliseconds(10)) == "none")
        #expect(answer(after: .seconds(2)) == "hangUp")
        #expect(answer(after: .seconds(31)) == "roundTrip")
        #expect(answer(after: .seconds(300)) == #"discarded ["a"]"#)
    }

    @Test func `an old connection is not lent again`() {
        var state = Self.state(1)
        _ = state.wait(1, at: .zero)
        _ = state.opened("a", at: .zero)
        #expect(words(state.release(lease("a"), usable: true, at: .seconds(1800))) == ["discard a"])
        #expect(state.open == 0)
    }

    @Test func `a broken connection is replaced for those who wait, and puts the idle ones under suspicion`() {
        var state = Self.state(2)
        for waiter in 1...2 { _ = state.wait(waiter, at: .zero) }
        _ = state.opened("a", at: .zero)
        _ = state.opened("b", at: .zero)
        _ = state.release(lease("a"), usable: true, at: .milliseconds(1))
        #expect(words(state.release(lease("b"), usable: false, at: .milliseconds(2))) == ["discard b"])
        guard case .lend(let lease, .roundTrip) = state.acquire(at: .milliseconds(3)).0 else {
            Issue.record("an idle connection was lent without a check")
            return
        }
        _ = state.wait(3, at: .milliseconds(3))
        #expect(words(state.release(lease, usable: false, at: .milliseconds(4))) == ["discard a"])
        #expect(state.open == 1)
    }

    @Test func `while the server refuses, one attempt is made at a time, later and later`() {
        var state = Self.state(4)
        for waiter in 1...4 { _ = state.wait(waiter, at: .zero) }
        for _ in 1...3 { #expect(words(state.openFailed(at: .zero, jitter: 1)) == []) }
        #expect(words(state.openFailed(at: .zero, jitter: 1)) == ["open later"])
        #expect(state.open == 1)
        #expect(words(state.opened("a", at: .seconds(1))) == ["lend a to 1", "open", "open", "open"])
    }

    @Test func `closing fails those who wait and discards what comes back`() {
        var state = Self.state(1)
        for waiter in 1...2 { _ = state.wait(waiter, at: .zero) }
        _ = state.opened("a", at: .zero)
        #expect(words(state.close()) == ["closed for 2"])
        #expect(words(state.release(lease("a"), usable: true, at: .zero)) == ["discard a"])
        #expect(words(state.wait(3, at: .zero)) == ["closed for 3"])
    }
}
