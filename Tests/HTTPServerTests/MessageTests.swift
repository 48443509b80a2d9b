import Foundation
import HTTPServer
import Testing

@Suite struct MessageTests {
    @Test func `header names compare without regard to case and keep their order`() {
        var headers: HTTPHeaders = ["Set-Cookie": "a", "X-A": "1", "set-cookie": "b"]
        #expect(headers["SET-COOKIE"] == "a")
        #expect(headers.all("Set-cookie") == ["a", "b"])
        headers["set-Cookie"] = "c"
        #expect(headers.map(\.value) == ["1", "c"])
        headers["x-a"] = nil
        #expect(headers["X-A"] == nil)
        // 0x20 apart, but no letters.
        headers.add("X@", "1")
        #expect(headers["X`"] == nil)
    }

    @Test func `cookies are found among their like`() {
        var request = HTTPRequest(method: "GET", target: "/")
        request.headers.add("Cookie", "a=1;session=abc=;  b=\"q\" ; session=other")
        request.headers.add("Cookie", "c=3")
        #expect(request.cookie("session") == "abc=")
        #expect(request.cookie("a") == "1")
        #expect(request.cookie("b") == "q")
        #expect(request.cookie("c") == "3")
        #expect(request.cookie("ession") == nil)
        #expect(request.cookie("Session") == nil)
    }

    @Test func `a cookie is careful unless told otherwise`() {
        #expect(Cookie("__Host-s", "abc").field == "__Host-s=abc; Path=/; Secure; HttpOnly; SameSite=Lax")
        var plain = Cookie("s", "", maximumAge: .zero, secure: false)
        plain.sameSite = .strict
        #expect(plain.field == "s=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict")
        let response = HTTPResponse.noContent.setting(plain).setting(Cookie("t", "1"))
        #expect(response.headers.all("Set-Cookie").count == 2)
    }

    @Test(arguments: [("\"a\"", 304), ("\"b\", W/\"a\"", 304), ("*", 304), ("\"b\"", 200), ("a", 200)])
    func `a state the client has is not sent again`(list: String, status: Int) {
        var request = HTTPRequest(method: "GET", target: "/")
        request.headers.add("If-None-Match", list)
        let answer = HTTPResponse.text(200, "body").tagged(EntityTag("a"), for: request)
        #expect(answer.status == status)
        #expect(answer.headers["ETag"] == "\"a\"")
        #expect(answer.text == (status == 304 ? "" : "body"))
    }

    @Test(arguments: [("\"a\"", nil), ("\"b\",\"a\"", nil), ("*", nil), ("\"b\"", 412), ("W/\"a\"", 412), (nil, 428)] as [(String?, Int?)])
    func `a change of another state is refused`(list: String?, status: Int?) {
        var request = HTTPRequest(method: "PUT", target: "/")
        request.headers["If-Match"] = list
        var thrown: Int?
        do { try request.requireMatch(EntityTag("a"), required: true) } catch { thrown = error.status }
        #expect(thrown == status)
    }

    @Test(arguments: [("a b&c=d/é", "a%20b%26c%3Dd%2F%C3%A9"), ("-._~", "-._~")])
    func `escaping is undone by decoding`(text: String, escaped: String) {
        #expect(PercentCoding.encode(text) == escaped)
        #expect(PercentCoding.decode(escaped) == text)
    }

    @Test func `a query keeps several values of one name`() throws {
        let query = try #require(Query("a=1&b&a=2&=x&&c=a=b&d=%26+%2B"))
        #expect(query.all("a") == ["1", "2"])
        #expect(query["b"] == "")
        #expect(query["c"] == "a=b")
        #expect(query["d"] == "& +")
        #expect(query[""] == "x")
        #expect(query["none"] == nil)
        #expect(Query(String(repeating: "a&", count: Query.maximumPairs + 1)) == nil)
    }

    @Test func `a problem has the form of RFC 9457`() {
        var problem = Problem.invalid([.init("/name", "is required")])
        problem.headers["Retry-After"] = "3"
        let answer = HTTPResponse(problem)
        #expect(answer.status == 422)
        #expect(answer.headers["Content-Type"] == "application/problem+json")
        #expect(answer.headers["Retry-After"] == "3")
        #expect(answer.text == #"{"type":"/problems/invalid-request","title":"Some fields need another look","status":422,"errors":[{"pointer":"/name","detail":"is required"}]}"#)
    }
}
