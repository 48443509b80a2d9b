import Dispatch
import Foundation

public enum Signals {
    /// Call first in every executable: a write to a closed socket must fail, not end the process.
    public static func prepare() { signal(SIGPIPE, SIG_IGN) }

    /// Returns when the process is asked to stop (SIGTERM, SIGINT), or when the caller is cancelled.
    /// A second signal ends the process at once.
    ///
    /// Once per process: a cancelled signal source cannot be replaced by a new one.
    static func stop() async {
        let (asked, continuation) = AsyncStream<Void>.makeStream()
        let sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                signal(number, SIG_DFL)
                continuation.finish()
            }
            source.activate()
            return source
        }
        for await _ in asked {}
        for source in sources { source.cancel() }
    }
}
