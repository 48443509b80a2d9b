import Foundation
import HTTPServer
import Testing

@Suite struct JSONTests {
    func text(_ value: some JSONValue) -> String {
        var writer = JSONWriter()
        value.write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        #"{"a":[1,-2.50,1e9,true,false,null,"x",{}],"b":[]}"#, #""""#, "0", "-0", #""\"\\\n\r\t\u0001é🎄/""#, #"[[[]]]"#,
    ]) func `what is read is written the same`(json: String) throws {
        #expect(text(try JSON(Array(json.utf8))) == json)
    }

    @Test func `escapes are undone`() throws {
        #expect(try JSON(Array(#""\u0041\u00e9\ud83c\udf84\/\b\f""#.utf8)) == .string("Aé🎄/\u{8}\u{c}"))
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1", "[1,]", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{a:1}"#, #"{"a":1 "b":2}"#, "01", "1.", ".5", "+1", "-", "1e", "0x1",
        "NaN", "tru", "nulll", #"""#, #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#, "\"\n\"", "\"\u{1}\"", "1 2",
        #"{"a":1,"a":2}"#, "'a'", "[1,2]]", "\u{FEFF}1",
    ]) func `what is not JSON is refused with its place`(json: String) {
        let error = #expect(throws: Problem.self) { try JSON(Array(json.utf8)) }
        #expect(error?.status == 400)
        #expect(error?.detail?.contains(" at byte ") == true)
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        #expect(throws: Problem.self) { try JSON([0x22, 0xFF, 0x22]) }
        #expect(throws: Problem.self) { try JSON([0x22, 0xC0, 0x80, 0x22]) }
        #expect(throws: Problem.self) { try JSON([0x22, 0xED, 0xA0, 0x80, 0x22]) }
    }

    @Test func `nesting has a limit`() {
        let deep = { (depth: Int) in Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8) }
        #expect(throws: Never.self) { try JSON(deep(JSON.maximumDepth)) }
        #expect(throws: Problem.self) { try JSON(deep(100_000)) }
    }

    struct Gift: JSONValue {
        var name: String
        var price: Int?
        var tags: [String]
        func write(to json: inout JSONWriter) {
            json.object {
                $0.field("name", name)
                $0.field("price", price)
                $0.field("tags", tags)
                $0.field("nested", object: { $0.field("done", true) })
                $0.field("none", [Int]())
            }
        }
    }

    @Test func `an answer is written in the order of its fields and read by Foundation`() throws {
        let written = text([Gift(name: "a \"b\" \\ </script> \u{7}\n", price: Int.min, tags: ["x", "🎄"]), Gift(name: "", price: nil, tags: [])])
        #expect(written.hasPrefix(#"[{"name":"a \"b\" \\ </script> \u0007\n","price":-9223372036854775808,"tags":["x","🎄"],"nested":{"done":true},"none":[]},{"name":"","price":null"#))
        let read = try #require(JSONSerialization.jsonObject(with: Data(written.utf8)) as? [[String: Any]])
        #expect(read.count == 2)
        #expect(read[0]["name"] as? String == "a \"b\" \\ </script> \u{7}\n")
    }

    @Test func `ids are in lower case and moments in UTC`() {
        #expect(text(UUID(uuidString: "01234567-89AB-7DEF-8123-456789ABCDEF")) == #""01234567-89ab-7def-8123-456789abcdef""#)
        #expect(text(Date(timeIntervalSince1970: 1_796_083_200.25)) == #""2026-12-01T00:00:00.250Z""#)
        #expect(text(Double.infinity) == "null")
    }
}
