public import Household
public import HTTPServer
public import Store

extension Router<APIContext> {
    mutating func addSurprises() {
        on("PUT", "/api/v1/households/:household/recipients/:recipient/surprise", beSurprised)
        on("DELETE", "/api/v1/households/:household/recipients/:recipient/surprise", beTold)
    }
}

@Sendable private func beSurprised(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.beSurprised(by: try path.id("recipient"), as: try context.caller(request, path))
    return .noContent
}

@Sendable private func beTold(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.beTold(of: try path.id("recipient"), as: try context.caller(request, path))
    return .noContent
}
