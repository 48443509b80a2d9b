import Foundation
import HTTPServer
import Testing

@Suite struct RouterTests {
    struct Context: Sendable {}
    struct Unexpected: Error {}
    struct Taken: Error {}

    static func router() -> Router<Context> {
        var router = Router<Context>()
        router.on("GET", "/") { _, _, _ in .text(200, "root") }
        router.on("GET", "/gifts") { _, _, _ in .text(200, "list") }
        router.on("POST", "/gifts", body: .buffered(upTo: 16 << 20)) { _, _, _ in .text(201, "made") }
        router.on("GET", "/gifts/:gift") { _, path, _ in .text(200, "gift \(path.text("gift"))") }
        router.on("DELETE", "/gifts/:gift") { _, _, _ in .noContent }
        router.on("GET", "/gifts/mine") { _, _, _ in .text(200, "mine") }
        router.on("GET", "/gifts/mine/:part") { _, path, _ in .text(200, "part \(path.text("part"))") }
        router.on("GET", "/gifts/:id/notes") { _, path, _ in .text(200, "notes of \(path.text("id"))") }
        router.on("GET", "/events/:event") { _, path, _ in .text(200, try path.uuid("event").uuidString) }
        router.on("GET", "/events/:event.ics") { _, path, _ in .text(200, "calendar \(path.text("event"))") }
        router.on("GET", "/pages/:number") { _, path, _ in .text(200, "page \(try path.integer("number") + 1)") }
        router.on("GET", "/problem") { _, _, _ in throw Problem(409, title: "Taken") }
        router.on("GET", "/taken") { _, _, _ in throw Taken() }
        router.on("GET", "/failure") { _, _, _ in throw Unexpected() }
        router.explain = { $0 is Taken ? Problem(409, title: "Somebody was first") : nil }
        return router
    }

    func answer(_ method: String, _ target: String) async -> HTTPResponse {
        await Self.router().respond(to: HTTPRequest(method: method, target: target), Context())
    }

    @Test(arguments: [
        ("/", "root"), ("/gifts", "list"), ("/gifts?x=1", "list"), ("/gifts/7", "gift 7"), ("/gifts/mine", "mine"),
        ("/gifts/mine/1", "part 1"), ("/gifts/mine/notes", "part notes"), ("/gifts/7/notes", "notes of 7"), ("/gifts/a%20b", "gift a b"), ("/gifts/a%2Fb", "gift a/b"),
        ("/gifts/%F0%9F%8E%84", "gift 🎄"), ("/%67ifts", "list"), ("/events/x.ics", "calendar x"), ("/events/a.b.ics", "calendar a.b"), ("/pages/41", "page 42"),
    ]) func `a path finds its endpoint`(target: String, text: String) async {
        let answer = await answer("GET", target)
        #expect(answer.status == 200)
        #expect(answer.text == text)
    }

    @Test(arguments: ["/nothing", "/gifts/", "/gifts//notes", "/gifts/7/", "/gifts/7/notes/1", "//gifts", "/events/7", "/events/.ics", "/pages/x"])
    func `what is not there is 404`(target: String) async {
        let answer = await answer("GET", target)
        #expect(answer.status == 404)
        #expect(answer.headers["Content-Type"] == "application/problem+json")
    }

    @Test(arguments: ["/gifts/%00", "/gifts/%FF", "/gifts/%", "/gifts/%4", "/gifts/%zz", "/gifts?x=%00", "/gifts?x=%ff", "/gifts?%=1"])
    func `what does not decode is 400`(target: String) async {
        #expect(await answer("GET", target).status == 400)
    }

    @Test func `a method that is not there is 405 with those that are`() async {
        let answer = await answer("PUT", "/gifts/7")
        #expect(answer.status == 405)
        #expect(answer.headers["Allow"] == "DELETE, GET, HEAD, OPTIONS")
        #expect(await self.answer("get", "/gifts").status == 405)
    }

    @Test func `a method that only a less exact pattern has is found there`() async {
        #expect(await answer("DELETE", "/gifts/mine").status == 204)
    }

    @Test func `HEAD is answered by GET and OPTIONS with the methods`() async {
        #expect(await answer("HEAD", "/gifts").status == 200)
        let options = await answer("OPTIONS", "/gifts")
        #expect(options.status == 204)
        #expect(options.headers["Allow"] == "GET, HEAD, OPTIONS, POST")
    }

    @Test func `every error becomes one problem and a fault of ours tells nothing`() async {
        #expect(await answer("GET", "/problem").text == #"{"type":"about:blank","title":"Taken","status":409}"#)
        #expect(await answer("GET", "/taken").status == 409)
        let failure = await answer("GET", "/failure")
        #expect(failure.status == 500)
        #expect(!failure.text.contains("Unexpected"))
    }

    @Test func `the plan of a route is known from its head`() {
        let router = Self.router()
        let upload = router.plan(for: HTTPRequest(method: "POST", target: "/gifts?x"), default: .buffered(upTo: 1))
        guard case .buffered(upTo: 16 << 20) = upload else { return #expect(Bool(false), "\(upload)") }
        let other = router.plan(for: HTTPRequest(method: "DELETE", target: "/gifts/7"), default: .buffered(upTo: 1))
        guard case .buffered(upTo: 1) = other else { return #expect(Bool(false), "\(other)") }
    }

    @Test func `the routes can be listed`() {
        let routes = Self.router().routes.map { "\($0.method) \($0.pattern)" }
        #expect(routes.count == 14)
        #expect(routes.prefix(3) == ["GET /", "GET /gifts", "POST /gifts"])
    }

    @Test func `registering the same route twice ends the process`() async {
        await #expect(processExitsWith: .failure) {
            var router = Router<Context>()
            router.on("GET", "/gifts/:gift") { _, _, _ in .noContent }
            router.on("GET", "/gifts/:other") { _, _, _ in .noContent }
        }
    }
}

extension HTTPResponse {
    var text: String {
        guard case .bytes(let bytes) = body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
