import HTTPServer
import Store

extension Router<APIContext> {
    mutating func addExport() {
        on("GET", "/api/v1/households/:household/export", export)
    }
}

/// All that the caller may see, as one file. It is made of what the other questions answer, asked as the caller: what is
/// kept from them there is not in it either.
@Sendable private func export(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    // Before the answer begins, so that whoever may not have it is told so.
    let household = try await context.store.household(as: caller)
    let copy = HouseholdCopy(household, of: context.store, as: caller)
    return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json", "Content-Disposition": "attachment; filename=\"household.json\""],
        body: .stream(AsyncStream { await copy.next() }))
}
