import CPostgreSQL
import Foundation
import Synchronization

/// Wakes a thread that waits in `poll`, from any other thread.
final class Interrupt: Sendable {
    let descriptor: CInt
    private let raised = Atomic(false)

    init() { descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)) }

    deinit { close(descriptor) }

    func raise() {
        raised.store(true, ordering: .releasing)
        eventfd_write(descriptor, 1)
    }

    /// Forgets an interrupt that came too late for the work it was meant for.
    func clear() {
        guard raised.exchange(false, ordering: .acquiring) else { return }
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }
}
