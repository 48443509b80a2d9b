import Foundation

/// Places where a process may be made to end, for the tests that prove that nothing is lost there. Debug builds
/// only: elsewhere nothing is read and nothing happens.
///
/// `MANTEL_CRASH_AT=after-read:0.1,after-claim:0.01` ends the process by SIGKILL at one in ten passages of the first
/// place and one in a hundred of the second.
/// `MANTEL_CRASH_JOB=<id>` ends it whenever it has claimed that job; `MANTEL_HANG_JOB=<id>` blocks a thread of
/// it for good instead.
enum CrashPoint: String {
    /// An entry was read from Redis and is not claimed yet.
    case afterRead = "after-read"
    /// The job is claimed, its handler has not begun.
    case afterClaim = "after-claim"
    /// The effect is written, and not committed.
    case beforeCommit = "before-commit"
    /// The effect and the end of the job are committed; the entry is still in Redis.
    case afterCommit = "after-commit"
    /// The relay: ids are in Redis and not marked as published.
    case afterPublish = "after-publish"

    static func reach(_ point: CrashPoint) {
        #if DEBUG
        guard let chance = chances[point], Double.random(in: 0..<1) < chance else { return }
        kill(getpid(), SIGKILL)
        #endif
    }

    static func claimed(_ job: UUID) {
        #if DEBUG
        if job == crashing { kill(getpid(), SIGKILL) }
        if job == hanging { while true { sleep(3600) } }
        #endif
    }

    #if DEBUG
    private static let environment = ProcessInfo.processInfo.environment
    private static let crashing = environment["MANTEL_CRASH_JOB"].flatMap { UUID(uuidString: $0) }
    private static let hanging = environment["MANTEL_HANG_JOB"].flatMap { UUID(uuidString: $0) }

    private static let chances: [CrashPoint: Double] = {
        var chances: [CrashPoint: Double] = [:]
        for place in environment["MANTEL_CRASH_AT"]?.split(separator: ",") ?? [] {
            let parts = place.split(separator: ":")
            if parts.count == 2, let point = CrashPoint(rawValue: String(parts[0])) { chances[point] = Double(parts[1]) }
        }
        return chances
    }()
    #endif
}
