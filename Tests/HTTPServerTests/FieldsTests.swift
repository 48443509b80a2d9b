import Foundation
import HTTPServer
import Testing

@Suite struct FieldsTests {
    enum Role: String, CaseIterable, FieldValue { case organiser, adult, child }

    struct Place: RequestBody, Equatable {
        var street: String
        var number: Int
        init(_ fields: inout Fields) {
            street = fields.text("street", 1...10)
            number = fields.integer("number", in: 1...99)
        }
    }

    struct Party: RequestBody {
        var name: String
        var role: Role
        var id: UUID
        var open: Bool
        var note: String?
        var place: Place
        var stops: [Place]
        var tags: [String]
        init(_ fields: inout Fields) {
            name = fields.text("name", 1...8)
            role = fields.value("role")
            id = fields.value("id")
            open = fields.optional("open") ?? true
            note = fields.optionalText("note", 1...20)
            place = fields.object("place")
            stops = fields.objects("stops", limit: 2)
            tags = fields.list("tags", limit: 3)
            fields.check(name != "secret", "name", "must not be secret")
        }
    }

    func request(_ body: String, type: String? = "application/json") -> HTTPRequest {
        var request = HTTPRequest(method: "POST", target: "/", body: Array(body.utf8))
        if let type { request.headers.add("Content-Type", type) }
        return request
    }

    func faults(_ body: String) -> [String] {
        do {
            _ = try request(body).decode(Party.self)
            return []
        } catch { return error.errors.map { "\($0.pointer) \($0.detail)" } }
    }

    @Test func `a body that is right is read`() throws {
        let id = UUID()
        let party = try request(
            #"{"name":" Anna ","role":"child","id":"\#(id)","place":{"street":"Mill","number":3},"stops":[{"street":"A","number":1}],"tags":["x"],"more":1}"#
        ).decode(Party.self)
        #expect(party.name == "Anna")
        #expect(party.role == .child)
        #expect(party.id == id)
        #expect(party.open)
        #expect(party.note == nil)
        #expect(party.place.number == 3)
        #expect(party.stops.map(\.street) == ["A"])
        #expect(party.tags == ["x"])
    }

    @Test func `every missing field is named at once`() {
        #expect(faults("{}") == ["/name is required", "/role is required", "/id is required", "/place is required"])
    }

    @Test func `every wrong field is named at once with its pointer`() {
        #expect(faults(
            #"{"name":"far too long","role":"boss","id":7,"open":"yes","place":{"street":""},"stops":[{"street":"A","number":1},{"street":2,"number":1.5}],"tags":[1,"x"]}"#
        ) == [
            "/name must have 1 to 8 characters", "/role must be one of organiser, adult, child", "/id must be an id",
            "/open must be true or false", "/place/street must have 1 to 10 characters", "/place/number is required",
            "/stops/1/street must be text", "/stops/1/number must be a whole number", "/tags/0 must be text",
        ])
    }

    @Test(arguments: [
        (#"{"name":"   ","role":"child","id":"x","place":1}"#, ["/name must have 1 to 8 characters", "/id must be an id", "/place must be an object"]),
        (#"{"name":"a\u0000b","role":null,"id":"x","place":[]}"#, ["/name must not contain a NUL character", "/role is required", "/id must be an id", "/place must be an object"]),
        ("[]", [" must be an object"]), ("7", [" must be an object"]),
    ]) func `odd values are named too`(body: String, expected: [String]) {
        #expect(faults(body) == expected)
    }

    @Test func `lists have a limit`() {
        let stop = #"{"street":"A","number":1}"#
        #expect(faults(#"{"name":"a","role":"child","id":"\#(UUID())","place":\#(stop),"stops":[\#(stop),\#(stop),\#(stop)]}"#) == ["/stops must have at most 2 entries"])
    }

    @Test func `a rule of the body itself is reported beside the others`() {
        #expect(faults(#"{"name":"secret","role":"x","id":"\#(UUID())","place":{"street":"A","number":100}}"#) == [
            "/role must be one of organiser, adult, child", "/place/number must be between 1 and 99", "/name must not be secret",
        ])
    }

    @Test(arguments: [nil, "text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
    func `another content type is 415`(type: String?) {
        let error = #expect(throws: Problem.self) { try request("{}", type: type).decode(Party.self) }
        #expect(error?.status == 415)
    }

    @Test(arguments: ["application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"])
    func `JSON goes by several names`(type: String) {
        let error = #expect(throws: Problem.self) { try request("{}", type: type).decode(Party.self) }
        #expect(error?.status == 422)
    }

    struct Edit: RequestBody {
        var name: Change<String>
        init(_ fields: inout Fields) { name = fields.change("name") }
    }

    @Test(arguments: [("{}", Change<String>.keep), (#"{"name":null}"#, .clear), (#"{"name":"x"}"#, .set("x"))])
    func `a partial change tells missing from null`(body: String, expected: Change<String>) throws {
        #expect(try request(body).decode(Edit.self).name == expected)
    }

    struct SignIn: RequestBody {
        var email: String
        var password: String
        init(_ fields: inout Fields) {
            email = fields.text("email", 3...254)
            password = fields.secret("password", 8...200)
        }
    }

    @Test func `a form is read by the same rules`() throws {
        let type = "application/x-www-form-urlencoded"
        let form = try request("email=a%40b.example&password=+a%2Bb++c+d+&email=other", type: type).decodeForm(SignIn.self)
        #expect(form.email == "a@b.example")
        #expect(form.password == " a+b  c d ")
        let error = #expect(throws: Problem.self) { try request("email=&password=short", type: type).decodeForm(SignIn.self) }
        #expect(error?.errors == [.init("/email", "is required"), .init("/password", "must have 8 to 200 characters")])
        #expect(throws: Problem.self) { try request("email=%00", type: type).form() }
    }
}
