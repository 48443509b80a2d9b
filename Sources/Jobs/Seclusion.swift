import Synchronization

/// Who runs beside whom in this process: a suspect runs when nothing else does, so that it alone is to blame where
/// the process ends. Nothing is claimed while a suspect runs or waits for the runs before it.
final class Seclusion: Sendable {
    private struct State {
        /// Readers between their claim and the start of what they claimed.
        var claiming = 0
        /// Runs that have not returned, those that have lost their lease among them.
        var running = 0
        /// The one place for a suspect is taken, or kept for one that is being claimed.
        var hasSuspect = false
        var isClosed = false
    }

    private static let pause = Duration.milliseconds(5)
    /// How long a suspect waits for what runs before it, while nothing new is claimed. Then it steps back.
    private static let patience = Duration.seconds(30)

    private let state = Mutex(State())

    /// Waits while a suspect has the process or waits for it; false where the caller is cancelled meanwhile.
    /// What was claimed is started before `endClaiming`.
    func beginClaiming() async -> Bool {
        while !Task.isCancelled {
            let isOpen = state.withLock { state in
                if !state.isClosed { state.claiming += 1 }
                return !state.isClosed
            }
            if isOpen { return true }
            try? await Task.sleep(for: Self.pause)
        }
        return false
    }

    func endClaiming() { state.withLock { $0.claiming -= 1 } }

    /// Takes the one place that this process has for a suspect; false where there is one.
    func admitSuspect() -> Bool {
        state.withLock { state in
            defer { state.hasSuspect = true }
            return !state.hasSuspect
        }
    }

    /// Gives back a place for which there was no suspect.
    func dismissSuspect() { state.withLock { $0.hasSuspect = false } }

    func began(suspect: Bool) {
        state.withLock { state in
            state.running += 1
            if suspect { state.isClosed = true }
        }
    }

    func ended(suspect: Bool) {
        state.withLock { state in
            state.running -= 1
            if suspect { (state.isClosed, state.hasSuspect) = (false, false) }
        }
    }

    /// For the suspect: true once nothing else runs here, false where that takes too long or it is cancelled.
    func untilAlone() async -> Bool {
        let end = ContinuousClock.now + Self.patience
        while !Task.isCancelled, .now < end {
            if state.withLock({ $0.running == 1 && $0.claiming == 0 }) { return true }
            try? await Task.sleep(for: Self.pause)
        }
        return false
    }
}
