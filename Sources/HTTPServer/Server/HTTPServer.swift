import CMicrohttpd
public import ServiceKit
import Foundation
import Synchronization

/// An HTTP/1.1 server that gives each request to one async function.
///
/// It listens as soon as it is made and serves while `run()` runs. When that task is cancelled it stops
/// accepting, ends open event streams, lets requests in flight, and those of clients that have just connected,
/// finish within `HTTPLimits.stopGrace`, cancels the rest (503) and returns. Meant to stand behind a proxy.
public final class HTTPServer: Service {
    /// The address it really listens on.
    public let address: String
    /// The port it really listens on: with port 0 the kernel picks a free one.
    public let port: Int

    private let listener: Listener
    private let core: ServerCore
    private static let eventThreads: UInt32 = 2
    private static let patrolInterval: TimeInterval = 0.2

    /// - Parameters:
    ///   - address: a numeric IPv4 or IPv6 address.
    ///   - logger: writes the request log; handlers find a copy that names their request in `Logger.current`.
    ///   - plan: decides from the head what happens to the body; called only for requests that have one.
    ///   - redact: the path as it may stand in the log; a path may hold a secret, such as a feed's.
    public init(
        address: String = "127.0.0.1", port: Int, limits: HTTPLimits = HTTPLimits(), logger: Logger = .current,
        plan: (@Sendable (HTTPRequest) -> BodyPlan)? = nil,
        redact: @escaping @Sendable (_ path: String) -> String = { $0 },
        handler: @escaping HTTPHandler
    ) throws(ListenError) {
        listener = try Listener(address: address, port: port)
        self.address = address
        self.port = listener.port
        core = ServerCore(limits: limits, logger: logger, plan: plan ?? { _ in .buffered(upTo: limits.body) }, redact: redact, handler: handler)
    }

    /// Connections open now.
    public var openConnections: Int { core.connections.withLock { $0.count } }

    public func run() async throws {
        let daemon = try start()
        core.logger.log(.notice, "listening", ["address": address, "port": String(port)])
        while (try? await Task.sleep(for: .seconds(3600))) != nil {}
        // The task is cancelled: what follows must not be, or every sleep in it would return at once.
        await Task { await stop(daemon) }.value
    }

    private func start() throws(ListenError) -> Daemon {
        var setup = mhd_setup()
        setup.listener = try listener.take()
        setup.threads = Self.eventThreads
        setup.connections = UInt32(core.limits.connections)
        setup.idle_seconds = UInt32(max(1, core.limits.idle.components.seconds))
        setup.connection_memory = core.limits.connectionMemory
        setup.on_access = onAccess
        setup.on_completed = onCompleted
        setup.on_connection = onConnection
        setup.on_target = onTarget
        setup.context = Unmanaged.passUnretained(core).toOpaque()
        guard let raw = mhd_start(&setup) else {
            close(setup.listener)
            throw ListenError(reason: "the event threads did not start")
        }
        // On a thread of its own: limits must hold where handlers keep every other thread busy.
        Thread.detachNewThread { [core] in
            while !core.isClosed.load(ordering: .sequentiallyConsistent) {
                Thread.sleep(forTimeInterval: Self.patrolInterval)
                core.patrol()
            }
        }
        return Daemon(raw: raw)
    }

    /// libmicrohttpd aborts the process when it is stopped with a suspended connection; hence the order.
    private func stop(_ daemon: Daemon) async {
        core.logger.log(.notice, "stopping", ["open": String(openConnections)])
        core.isStopping.store(true, ordering: .sequentiallyConsistent)
        let socket = MHD_quiesce_daemon(daemon.raw)
        if socket >= 0 {
            takeInThoseWhoWait(at: socket, daemon)
            close(socket)
        }
        core.endEventStreams()

        let clock = ContinuousClock()
        let grace = clock.now + core.limits.stopGrace
        while clock.now < grace, core.isInUse {
            try? await Task.sleep(for: .milliseconds(10))
        }
        core.cancelAll()
        let farewell = clock.now + .seconds(1)
        while clock.now < farewell, core.isInUse { try? await Task.sleep(for: .milliseconds(10)) }

        core.close()
        MHD_stop_daemon(daemon.raw)
        core.logger.log(.notice, "stopped")
    }

    /// Whom the kernel has connected, and who may have sent a request already, would be cut off with the socket.
    private func takeInThoseWhoWait(at listener: Int32, _ daemon: Daemon) {
        var address = sockaddr_storage()
        while true {
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let taken = withUnsafeMutablePointer(to: &address) { storage in
                storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Bool in
                    let client = accept(listener, address, &length)
                    // ECONNABORTED: that one has left, the next may be there.
                    guard client >= 0 else { return errno == ECONNABORTED || errno == EINTR }
                    core.arriving.withLock { _ = $0.insert(client) }
                    // It closes the socket where it cannot take it.
                    if MHD_add_connection(daemon.raw, client, address, length) == .NO {
                        core.arriving.withLock { _ = $0.remove(client) }
                    }
                    return true
                }
            }
            guard taken else { return }
        }
    }
}

/// A running libmicrohttpd.
private struct Daemon: Sendable {
    /// Only ever handed to libmicrohttpd, which locks what it points to.
    nonisolated(unsafe) let raw: OpaquePointer
}
