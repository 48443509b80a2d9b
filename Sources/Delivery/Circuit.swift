import ServiceKit
import Synchronization

/// Keeps mail away from a server that is away: after some failures in a row it is open, and lets one message at
/// a time through to see whether the server is back. One that gets an answer closes it.
///
/// It belongs to one process and one destination. What waits meanwhile is told when to come again, spread so
/// widely that the server is not run over when it is back.
public final class Circuit: Sendable {
    public struct Settings: Sendable {
        /// In a row, until it opens.
        public var failures = 5
        /// Between two probes: the first, doubling up to the longest, each spread by half.
        public var firstProbe = Duration.seconds(5)
        public var longestProbe = Duration.seconds(30)
        /// How long mail is put off: as long as the server has been away, within these two, spread by half.
        public var shortestPause = Duration.seconds(60)
        public var longestPause = Duration.seconds(300)
        public init() {}
    }

    /// The server is away: nothing was tried.
    public struct Open: Error, Equatable, CustomStringConvertible {
        /// When to come again.
        public var pause: Duration
        /// The last failure in words.
        public var cause: String
        public var description: String { "the mail server is away: \(cause)" }
    }

    /// A right to try once; `end` gives it back.
    struct Pass {
        fileprivate var isProbe: Bool
    }

    /// What a try said about the server.
    enum Result {
        case answered
        case failed(String)
        /// It came to no try.
        case nothing
    }

    private struct Outage {
        let since: ContinuousClock.Instant
        var nextProbe: ContinuousClock.Instant
        var failedProbes = 0
        var isProbing = false
        var cause: String
    }

    private struct State {
        var failures = 0
        var outage: Outage?
    }

    private let destination: String
    private let settings: Settings
    private let state = Mutex(State())

    /// - Parameter destination: named in the log.
    public init(destination: String, settings: Settings = Settings()) {
        self.destination = destination
        self.settings = settings
    }

    /// Why and how long mail has to wait now; nil while the server answers.
    func open(at now: ContinuousClock.Instant = .now) -> Open? {
        state.withLock { state in state.outage.map { Open(pause: pause(in: $0, at: now), cause: $0.cause) } }
    }

    func enter(at now: ContinuousClock.Instant = .now) throws(Open) -> Pass {
        let answer = state.withLock { state -> Swift.Result<Pass, Open> in
            guard let outage = state.outage else { return .success(Pass(isProbe: false)) }
            guard !outage.isProbing, now >= outage.nextProbe else { return .failure(Open(pause: pause(in: outage, at: now), cause: outage.cause)) }
            state.outage?.isProbing = true
            return .success(Pass(isProbe: true))
        }
        return try answer.get()
    }

    func end(_ pass: Pass, _ result: Result, at now: ContinuousClock.Instant = .now) {
        switch result {
        case .answered: close(at: now)
        case .failed(let cause): fail(pass, cause, at: now)
        case .nothing: if pass.isProbe { state.withLock { $0.outage?.isProbing = false } }
        }
    }

    private func close(at now: ContinuousClock.Instant) {
        let ended = state.withLock { state in
            defer { state = State() }
            return state.outage
        }
        guard let ended else { return }
        Logger.current.log(.notice, "the mail server is back", ["server": destination, "seconds": "\((now - ended.since).components.seconds)"])
    }

    private func fail(_ pass: Pass, _ cause: String, at now: ContinuousClock.Instant) {
        let opened = state.withLock { state in
            if var outage = state.outage {
                // A try from before it opened says nothing new.
                guard pass.isProbe else { return false }
                outage.failedProbes += 1
                outage.nextProbe = now + spread(min(settings.firstProbe * (1 << min(outage.failedProbes, 20)), settings.longestProbe))
                outage.isProbing = false
                outage.cause = cause
                state.outage = outage
                return false
            }
            state.failures += 1
            guard state.failures >= settings.failures else { return false }
            state.outage = Outage(since: now, nextProbe: now + spread(settings.firstProbe), cause: cause)
            return true
        }
        if opened { Logger.current.log(.warning, "the mail server is away, mail waits", ["server": destination, "cause": cause]) }
    }

    private func pause(in outage: Outage, at now: ContinuousClock.Instant) -> Duration {
        spread(min(max(now - outage.since, settings.shortestPause), settings.longestPause))
    }

    private func spread(_ duration: Duration) -> Duration { duration * Double.random(in: 0.5...1.5) }
}
