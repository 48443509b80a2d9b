import API
import HTTPServer
import Web

/// Leads each request to the part that answers it.
struct Front: Sendable {
    let api: API
    let pages: WebPages
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
        case let path where path.hasPrefix("/api/"): return await api.respond(to: request)
        default: return await pages.respond(to: request)
        }
    }

    /// Bytes of a body where its route does not say otherwise.
    static let largestBody = 1 << 20

    func plan(for head: HTTPRequest) -> BodyPlan {
        let fallback = BodyPlan.buffered(upTo: Self.largestBody)
        return head.path.hasPrefix("/api/") ? api.plan(for: head, default: fallback) : pages.plan(for: head, default: fallback)
    }

    /// Links that let somebody in must not stand in a log.
    @Sendable static func redact(_ path: String) -> String {
        for prefix in ["/join/", "/api/v1/invitations/", "/feeds/"] where path.hasPrefix(prefix) {
            return prefix + "…"
        }
        return path
    }
}
