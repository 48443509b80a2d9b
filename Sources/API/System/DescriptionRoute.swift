import HTTPServer

extension Router<APIContext> {
    /// The description of the API, which is tested against the routes.
    mutating func addDescription() {
        on("GET", "/api/v1/openapi.json") { _, _, _ in .json(200, OpenAPIDocument()) }
    }
}
