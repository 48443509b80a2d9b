import Foundation
import ServiceKit

/// Holds each run to its deadline from a thread of its own: first it cancels the run, and where that does not
/// end it, the process, since nothing else can stop code that does not listen.
enum Watchdog {
    private static let tick = Duration.milliseconds(250)
    private static let handBackLimit = Duration.seconds(3)

    static func start(_ leases: Leases, patience: Duration, heartbeat: Heartbeat) {
        let logger = Logger.current
        let thread = Thread {
            while !leases.isStopped {
                leases.pause(tick)
                guard let hung = leases.enforceDeadlines(patience: patience) else { continue }
                let lease = leases.all.first { $0.token == hung }
                logger.log(.error, "a job ignored its deadline, ending the process", [
                    "job": lease.map { "\($0.job)" } ?? "", "kind": lease?.kind ?? "",
                ])
                heartbeat.waitForHandBack(atMost: handBackLimit)
                exit(EX_TEMPFAIL)
            }
        }
        thread.name = "job-watchdog"
        thread.start()
    }
}
