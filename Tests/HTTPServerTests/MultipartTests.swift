import Foundation
import HTTPServer
import Testing

@Suite struct MultipartTests {
    func request(_ body: [UInt8], type: String = "multipart/form-data; boundary=XX") -> HTTPRequest {
        HTTPRequest(method: "POST", target: "/", headers: ["Content-Type": type], body: body)
    }

    func request(_ body: String, type: String = "multipart/form-data; boundary=XX") -> HTTPRequest { request(Array(body.utf8), type: type) }

    /// One part with this header's parameters.
    func part(_ parameters: String, _ content: String = "content") -> String {
        "--XX\r\nContent-Disposition: form-data; \(parameters)\r\n\r\n\(content)\r\n--XX--\r\n"
    }

    @Test func `parts come out byte for byte`() throws {
        let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) } + Array("\r\n--X\r\n-XX\r\n--\r\n\r\n".utf8)
        let body = Array("preamble\r\n--XX\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\nflyer\r\n--XX  \r\ncontent-disposition: form-data; name=\"image\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
            + bytes + Array("\r\n--XX\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n--XX--epilogue".utf8)
        let multipart = try Multipart(request(body))
        #expect(multipart.parts.map(\.name) == ["kind", "image", "empty"])
        #expect(multipart["kind"]?.text == "flyer")
        #expect(multipart["image"]?.filename == "a.jpg")
        #expect(multipart["image"]?.contentType == "image/jpeg")
        #expect(multipart["image"].map { Array($0.bytes) } == bytes)
        #expect(multipart["empty"]?.bytes.isEmpty == true)
    }

    @Test(arguments: [
        (#"name="f"; filename="a \"b\".jpg""#, #"a "b".jpg"#), (#"name="f"; filename="a%22b.jpg""#, #"a"b.jpg"#),
        (#"name="f"; filename="Flyer 🎄 für Zoë.jpg""#, "Flyer 🎄 für Zoë.jpg"), (#"name=f; filename=plain.jpg"#, "plain.jpg"),
        (#"name="f"; filename="x.jpg"; filename*=UTF-8''Fl%C3%BCer%20%F0%9F%8E%84.jpg"#, "Flüer 🎄.jpg"),
        (#"name="f"; filename="x.jpg"; filename*=ISO-8859-1''%FC.jpg"#, "x.jpg"), (#"name="f"; filename="a;b=c.jpg""#, "a;b=c.jpg"),
        (#"name="f"; filename="C:\temp\a.jpg""#, #"C:\temp\a.jpg"#), (#"filename=""; name="f""#, ""), (#"NAME="f"; FileName="a.jpg""#, "a.jpg"),
    ]) func `a file name is read as its sender meant it`(parameters: String, name: String) throws {
        let part = try Multipart(request(part(parameters))).parts[0]
        #expect(part.name == "f")
        #expect(part.filename == name)
        #expect(part.text == "content")
    }

    @Test func `a quoted boundary is the same boundary`() throws {
        #expect(try Multipart(request(part("name=f"), type: #"Multipart/Form-Data; charset=utf-8; boundary="XX""#)).parts.count == 1)
    }

    @Test(arguments: [
        ("", "does not occur"), ("hello", "does not occur"), ("--XY\r\n", "does not occur"), ("--XX", "does not end its line"), ("--XX\r", "does not end its line"),
        ("--XXX\r\n\r\n", "does not end its line"), ("--XX\r\nContent-Disposition: form-data; name=f", "header does not end"),
        ("--XX\r\nContent-Disposition: form-data; name=f\r\n\r\nabc", "cut off"), ("--XX\r\nContent-Disposition: form-data; name=f\r\n\r\nabc\r\n--X", "cut off"),
        ("--XX\r\nContent-Disposition: form-data; name=f\r\n\r\nabc\r\n--XX", "does not end its line"),
        ("--XX\r\nContent-Disposition: form-data; name=f\r\n\r\nabc\r\n--XX-", "does not end its line"),
        ("--XX\r\n\r\nabc\r\n--XX--", "no Content-Disposition"), ("--XX\r\nContent-Disposition: attachment; name=f\r\n\r\nabc\r\n--XX--", "no Content-Disposition"),
        ("--XX\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--XX--", "no name"), ("--XX\r\nnonsense\r\n\r\nabc\r\n--XX--", "without colon"),
    ]) func `a body that breaks the format is 400 and says how`(body: String, detail: String) {
        let error = #expect(throws: Problem.self) { try Multipart(request(body)) }
        #expect(error?.status == 400)
        #expect(error?.detail?.contains(detail) == true, "\(error?.detail ?? "")")
    }

    @Test(arguments: ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\""])
    func `a missing boundary is 400`(type: String) {
        let error = #expect(throws: Problem.self) { try Multipart(request("--XX--", type: type)) }
        #expect(error?.status == 400)
    }

    @Test func `another content type is 415`() {
        let error = #expect(throws: Problem.self) { try Multipart(request("{}", type: "application/json")) }
        #expect(error?.status == 415)
    }

    @Test func `parts and their headers have limits`() {
        let many = String(repeating: "--XX\r\nContent-Disposition: form-data; name=f\r\n\r\n\r\n", count: Multipart.maximumParts + 1) + "--XX--"
        #expect(throws: Problem.self) { try Multipart(request(many)) }
        let long = "--XX\r\nX: \(String(repeating: "x", count: Multipart.maximumHeader))\r\n\r\n\r\n--XX--"
        #expect(throws: Problem.self) { try Multipart(request(long)) }
    }

    @Test func `a picture of 15 MB is read at once`() throws {
        let head = Array("--XX\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\n".utf8)
        let request = request(head + [UInt8](repeating: 0x0D, count: 15 << 20) + Array("\r\n--XX--".utf8))
        // Time of this thread alone: others work beside it. Byte by byte in a debug build it takes seconds.
        let start = processorTime()
        #expect(try Multipart(request)["image"]?.bytes.count == 15 << 20)
        #expect(processorTime() - start < 500_000_000)
    }
}

/// Nanoseconds that this thread has worked.
private func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
