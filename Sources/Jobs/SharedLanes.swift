import Synchronization

/// Lanes that the queues of one worker share. A lane that becomes free goes to the most urgent queue that wants
/// one: the one named first among the worker's queues.
final class SharedLanes: Sendable {
    private struct State {
        var free: Int
        /// Ranks of the queues that have more to do than lanes of their own. 0 is the most urgent.
        var wanting: Set<Int> = []
        var wake: [@Sendable () -> Void] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Has `wake` called whenever a lane may have become free.
    func onRelease(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake.append(wake) } }

    /// True where the queue of this rank has got a lane. Otherwise it counts as wanting one.
    func take(rank: Int) -> Bool {
        state.withLock { state in
            guard state.free > 0, !state.wanting.contains(where: { $0 < rank }) else {
                state.wanting.insert(rank)
                return false
            }
            state.free -= 1
            state.wanting.remove(rank)
            return true
        }
    }

    /// The queue of this rank has nothing to do for a lane.
    func forgo(rank: Int) { release { $0.wanting.remove(rank) != nil } }

    func release() {
        release { state in
            state.free += 1
            return true
        }
    }

    private func release(_ change: (inout State) -> Bool) {
        let wake = state.withLock { state in change(&state) ? state.wake : [] }
        for wake in wake { wake() }
    }
}
