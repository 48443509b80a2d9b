import HTTPServer

extension ProblemPage {
    /// The page for `problem`; somebody who is signed out is sent to sign in and comes back.
    static func answer(to problem: Problem, of request: HTTPRequest, _ context: WebContext) -> HTTPResponse {
        if problem.status == 401 { return signIn(from: request) }
        let frame = DoorFrame(assets: context.assets.paths, csrf: CSRFToken(value: ""))
        var response = HTTPResponse(status: problem.status, body: .bytes(Array(page(for: problem, of: request).html(in: frame).text.utf8)))
        for (name, value) in PageHeaders.all { response.headers[name] = value }
        for (name, value) in problem.headers { response.headers[name] = value }
        return response
    }

    private static func signIn(from request: HTTPRequest) -> HTTPResponse {
        let next = request.method == "GET" ? "?next=\(request.target.queryEncoded)" : ""
        // A part of a page that asks for itself must not get another page into its place.
        if request.headers["HX-Request"] != nil { return HTTPResponse(status: 200, headers: ["HX-Redirect": "/signin"]) }
        return HTTPResponse.seeOther("/signin\(next)").with("Cache-Control", "no-store")
    }

    private static func page(for problem: Problem, of request: HTTPRequest) -> ProblemPage {
        switch problem.status {
        case 403 where problem == .foreignForm: .forbidden
        case 403 where problem == .expiredForm: .expired
        case 404, 405: .notFound
        case 413: .tooLarge(words: problem.detail ?? "Send something smaller.")
        case 429: .tooMany(seconds: problem.headers["Retry-After"].flatMap { Int($0) } ?? 60)
        case 503: .unavailable
        case 500...: .failed(reference: request.id)
        default: .refused(words: problem.detail ?? problem.title)
        }
    }
}
