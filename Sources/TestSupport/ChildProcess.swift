public import Foundation
import Synchronization

/// One of our executables, started by a test. `run` ends it whatever happens.
public final class ChildProcess: Sendable {
    private enum State: Sendable {
        case running
        /// The exit code, or 128 and the signal.
        case ended(Int32)
    }

    public let processIdentifier: pid_t
    /// Standard output and standard error, in one file.
    public let log: URL
    private let state = Mutex(State.running)

    /// Starts an executable for the time of `body`; ends it with SIGKILL where it still runs then.
    ///
    /// - Parameters:
    ///   - executable: the name of a product of this package, or an absolute path.
    ///   - environment: added to `PATH` and `HOME`; nothing else is inherited.
    public static func run<T>(
        _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:], isolation: isolated (any Actor)? = #isolation,
        _ body: (ChildProcess) async throws -> T
    ) async throws -> T {
        let child = try ChildProcess(executable, arguments, environment)
        defer {
            child.signal(SIGKILL)
            child.reap(blocking: true)
            try? FileManager.default.removeItem(at: child.log)
        }
        return try await body(child)
    }

    private init(_ executable: String, _ arguments: [String], _ environment: [String: String]) throws {
        let path = executable.hasPrefix("/") ? executable : Self.products.appending(path: executable).path
        guard FileManager.default.isExecutableFile(atPath: path) else { throw ServiceMissing("\(path) is not there: build it before the tests") }
        log = FileManager.default.temporaryDirectory.appending(path: "mantel-\(UUID().uuidString).log")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // The ignored and blocked signals of the test process are not the child's.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let inherited = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "TZ", "LD_LIBRARY_PATH"].contains($0.key) }
        let variables = inherited.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
        let argumentPointers = ([path] + arguments).map { strdup($0) } + [nil]
        let variablePointers = variables.map { strdup($0) } + [nil]
        defer { for pointer in argumentPointers + variablePointers { free(pointer) } }
        var identifier: pid_t = 0
        let failure = posix_spawn(&identifier, path, &actions, &attributes, argumentPointers, variablePointers)
        guard failure == 0 else { throw ServiceMissing("\(path) does not start: \(String(cString: strerror(failure)))") }
        processIdentifier = identifier
    }

    /// Where this build puts executables.
    public static var products: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// The lines logged so far.
    public var lines: [String] {
        guard let text = try? String(contentsOf: log, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").map(String.init)
    }

    /// Waits for a line that contains `text`; throws with the log where it does not come, or the process ends.
    @discardableResult
    public func line(containing text: String, within limit: Duration = .seconds(60)) async throws -> String {
        var found: String?
        try await wait(for: "a line with \(text)", within: limit) {
            found = lines.first { $0.contains(text) }
            return found != nil
        }
        return found ?? ""
    }

    /// Waits until a GET of `path` on 127.0.0.1 answers 200.
    public func health(port: Int, path: String, within limit: Duration = .seconds(60)) async throws {
        try await wait(for: "health at \(path)", within: limit) { await LocalHTTP.status(port: port, path: path) == 200 }
    }

    /// Sends a signal, where the process still runs.
    public func signal(_ number: Int32) {
        reap(blocking: false)
        state.withLock { if case .running = $0 { kill(processIdentifier, number) } }
    }

    /// Waits for the end of the process; its exit code, or 128 and the number of the signal that ended it.
    public func exitCode(within limit: Duration = .seconds(30)) async throws -> Int32 {
        var code: Int32?
        try await eventually("the end of the process; its log: \(tail)", within: limit) {
            code = reap(blocking: false)
            return code != nil
        }
        return code ?? -1
    }

    private func wait(for what: String, within limit: Duration, _ condition: () async -> Bool) async throws {
        do {
            try await eventually(what, within: limit) {
                if await condition() { return true }
                if let code = reap(blocking: false) { throw NeverHappened(description: "the process ended with \(code) before \(what)") }
                return false
            }
        } catch let error as NeverHappened {
            throw NeverHappened(description: "\(error.description); its log: \(tail)")
        }
    }

    private var tail: String { lines.suffix(20).joined(separator: "\n") }

    @discardableResult
    private func reap(blocking: Bool) -> Int32? {
        state.withLock { state in
            if case .ended(let code) = state { return code }
            var status: Int32 = 0
            guard waitpid(processIdentifier, &status, blocking ? 0 : WNOHANG) == processIdentifier else { return nil }
            let signal = status & 0x7F
            let code = signal == 0 ? status >> 8 & 0xFF : 128 + signal
            state = .ended(code)
            return code
        }
    }
}
