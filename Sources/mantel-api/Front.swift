import API
import HTTPServer

/// Leads each request to the part that answers it.
struct Front: Sendable {
    let api: API
    let probes: Probes
    let isBehindProxy: Bool

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        var request = request
        if isBehindProxy, let forwarded = request.headers.all("X-Forwarded-For").last {
            // Only what our own proxy added counts: the last entry. The others are the client's word.
            request.peer = forwarded.split(separator: ",").last.map { String($0.filter { !$0.isWhitespace }) } ?? request.peer
        }
        switch request.path {
        case "/healthz": return await probes.health()
        case "/readyz": return await probes.readiness()
        case "/metrics": return await probes.metrics()
        default: return await api.respond(to: request)
        }
    }

    func plan(for head: HTTPRequest) -> BodyPlan { api.plan(for: head, default: .buffered(upTo: 1 << 20)) }

    /// Links that let somebody in must not stand in a log.
    @Sendable static func redact(_ path: String) -> String {
        for prefix in ["/join/", "/api/v1/invitations/", "/feeds/"] where path.hasPrefix(prefix) {
            return prefix + "…"
        }
        return path
    }
}
