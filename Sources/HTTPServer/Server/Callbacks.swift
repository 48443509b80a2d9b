import CMicrohttpd
import Foundation
import Synchronization

// What libmicrohttpd calls, on one of its event threads. Pointers it passes live only for the call.

private func core(_ context: UnsafeMutableRawPointer) -> ServerCore {
    Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
}

private func link(_ connection: OpaquePointer) -> Connection? {
    mhd_socket_context(connection).map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
}

/// A socket was accepted, or is about to be closed.
let onConnection: MHD_NotifyConnectionCallback = { context, connection, slot, event in
    guard let context, let connection, let slot else { return }
    if event == .CONNECTION_NOTIFY_STARTED {
        let link = Connection(socket: mhd_socket(connection), peer: peerAddress(of: connection))
        core(context).connections.withLock { $0[ObjectIdentifier(link)] = link }
        core(context).arriving.withLock { _ = $0.remove(mhd_socket(connection)) }
        slot.pointee = Unmanaged.passUnretained(link).toOpaque()
    } else if let stored = slot.pointee {
        let link = Unmanaged<Connection>.fromOpaque(stored).takeUnretainedValue()
        link.closed()
        slot.pointee = nil
        core(context).connections.withLock { $0[ObjectIdentifier(link)] = nil }
    }
}

/// A request line was read. Only here is the target still whole.
let onTarget: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
    _, target, connection in
    if let target, let connection { link(connection)?.target = String(cString: target) }
    return nil
}

/// Called once with the head, for each piece of the body, at its end, and after each resumption.
let onAccess: MHD_AccessHandlerCallback = { context, connection, _, method, version, upload, size, slot in
    guard let context, let connection, let method, let version, let size, let slot, let link = link(connection) else { return .NO }
    do throws(Closed) {
        guard let exchange = link.exchange else {
            return try accept(connection, link, core(context), String(cString: method), String(cString: version))
        }
        guard size.pointee > 0 else {
            guard let response = try exchange.answer(on: connection) else { return .YES }
            return queue(response, of: exchange, on: connection)
        }
        switch try exchange.receive(UnsafeRawBufferPointer(start: upload, count: size.pointee), on: connection) {
        case .taken: size.pointee = 0
        case .suspended: break
        case .refused: return .NO
        }
        return .YES
    } catch { return .NO }
}

/// The answer is out, or its connection gone.
let onCompleted: MHD_RequestCompletedCallback = { context, connection, _, reason in
    guard let context, let connection, let link = link(connection), let exchange = link.end() else { return }
    exchange.end()
    let end: Exchange.End = switch reason {
    case .REQUEST_TERMINATED_COMPLETED_OK: .sent
    case .REQUEST_TERMINATED_TIMEOUT_REACHED: .timeout
    case .REQUEST_TERMINATED_DAEMON_SHUTDOWN: .stopped
    case .REQUEST_TERMINATED_CLIENT_ABORT, .REQUEST_TERMINATED_READ_ERROR: .left
    default: .failed
    }
    core(context).log(exchange, end)
}

/// Decides about a head: refuse it, read its body, or begin at once.
private func accept(
    _ connection: OpaquePointer, _ link: Connection, _ core: ServerCore, _ method: String, _ version: String
) throws(Closed) -> MHD_Result {
    let headers = headers(of: connection)
    let head = HTTPRequest(method: method, target: link.target, headers: headers, peer: link.peer, id: newRequestID())
    if let problem = Admission.refusal(method: method, target: link.target, version: version, headers: headers) {
        return refuse(problem, head, connection, link, core)
    }
    let length = headers["Content-Length"].map { Int($0) ?? Int.max }
    let hasBody = length.map { $0 > 0 } ?? (headers["Transfer-Encoding"] != nil)
    let plan = hasBody ? core.plan(head) : .buffered(upTo: 0)
    // A client that asks first, or that would send far too much, is told now.
    if let length, length > plan.limit, headers["Expect"] != nil || length - plan.limit > core.limits.excess {
        return refuse(.tooLarge(plan.limit), head, connection, link, core)
    }
    let exchange = Exchange(head, plan, core)
    link.begin(exchange)
    if plan.isStreamed { exchange.begin() }
    return .YES
}

/// Answering before the body is read makes libmicrohttpd close the connection, so a refused request cannot
/// leave bytes behind that would be read as the next one.
private func refuse(
    _ problem: Problem, _ head: HTTPRequest, _ connection: OpaquePointer, _ link: Connection, _ core: ServerCore
) -> MHD_Result {
    let response = HTTPResponse(problem).with("Connection", "close")
    let exchange = Exchange(head, .buffered(upTo: 0), core, answer: response)
    link.begin(exchange)
    return queue(response, of: exchange, on: connection)
}

private func headers(of connection: OpaquePointer) -> HTTPHeaders {
    var headers = HTTPHeaders()
    withUnsafeMutablePointer(to: &headers) { headers in
        _ = MHD_get_connection_values_n(connection, .HEADER_KIND, { headers, _, name, nameSize, value, valueSize in
            guard let headers = headers?.assumingMemoryBound(to: HTTPHeaders.self) else { return .NO }
            headers.pointee.add(text(name, nameSize), text(value, valueSize))
            return .YES
        }, headers)
    }
    return headers
}

private func text(_ start: UnsafePointer<CChar>?, _ size: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : size), as: UTF8.self)
}

private func newRequestID() -> String {
    let hexadecimal = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - hexadecimal.utf8.count) + hexadecimal
}

private func peerAddress(of connection: OpaquePointer) -> String {
    guard let address = mhd_client_address(connection) else { return "" }
    let size = address.pointee.sa_family == sa_family_t(AF_INET6) ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard getnameinfo(address, socklen_t(size), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
