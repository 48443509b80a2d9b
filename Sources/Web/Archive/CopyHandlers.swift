import Household
import HTTPServer
import Secrets

extension Router<WebContext> {
    /// Files for the viewer: the programs' interface makes them, asked with the viewer's own session.
    mutating func addCopies() {
        page("/h/:household/copy.json") { room, _ in try await room.file("/export") }
        page("/h/:household/occasions/:occasion/gifts.csv") { room, path in
            try await room.file("/occasions/\(try path.id("occasion") as Occasion.ID)/gifts", as: "text/csv")
        }
        page("/h/:household/occasions/:occasion/ledger.csv") { room, path in
            try await room.file("/occasions/\(try path.id("occasion") as Occasion.ID)/ledger", as: "text/csv")
        }
    }
}

extension Room {
    fileprivate func file(_ path: String, as type: String? = nil) async throws -> HTTPResponse {
        guard let programs = context.programs, let token = visit.token else { throw Problem.notFound }
        var request = HTTPRequest(
            method: "GET", target: "/api/v1/households/\(household.id)\(path)", headers: ["Authorization": "Bearer \(token.text)"], peer: visit.request.peer,
            id: visit.request.id)
        if let type { request.headers["Accept"] = type }
        let response = await programs(request)
        guard response.status == 200 else { throw Problem.notFound }
        return response
    }
}
