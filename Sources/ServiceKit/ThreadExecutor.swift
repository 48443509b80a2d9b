import Dispatch
import Foundation
import Synchronization

/// A serial executor that owns one thread. An actor pinned to it may make blocking C calls
/// without ever occupying a thread of the cooperative pool.
public final class ThreadExecutor: SerialExecutor {
    private struct Queue {
        var jobs: [UnownedJob] = []
        var stopped = false
    }

    private let queue = Mutex(Queue())
    private let available = DispatchSemaphore(value: 0)

    public init(label: String) {
        let thread = Thread { [self] in
            while true {
                available.wait()
                let (jobs, stopped) = queue.withLock { queue in
                    defer { queue.jobs.removeAll(keepingCapacity: true) }
                    return (queue.jobs, queue.stopped)
                }
                for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
                if stopped && jobs.isEmpty { return }
                // A stop that came with the last jobs has no wake-up of its own left.
                if stopped { available.signal() }
            }
        }
        thread.name = label
        thread.start()
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.withLock { $0.jobs.append(job) }
        available.signal()
    }

    /// Ends the thread once the work already enqueued has run.
    public func stop() {
        queue.withLock { $0.stopped = true }
        available.signal()
    }
}
