import Dispatch
import Foundation
import Synchronization

/// One thread that a task prefers for everything of it that no actor claims: such a task goes on while work
/// occupies every thread of the cooperative pool, and may block without harm.
final class OwnThread: TaskExecutor {
    private let jobs = Mutex<(waiting: [UnownedJob], stopped: Bool)>(([], false))
    private let available = DispatchSemaphore(value: 0)

    init(label: String) {
        let thread = Thread { [self] in
            while true {
                available.wait()
                let (job, stopped) = jobs.withLock { jobs in
                    (jobs.waiting.isEmpty ? nil : jobs.waiting.removeFirst(), jobs.stopped)
                }
                if let job { job.runSynchronously(on: asUnownedTaskExecutor()) } else if stopped { return }
            }
        }
        thread.name = label
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.waiting.append(job) }
        available.signal()
    }

    /// Ends the thread once the work already enqueued has run.
    func stop() {
        jobs.withLock { $0.stopped = true }
        available.signal()
    }
}
