import Foundation
import Testing

@testable import ServiceKit

@Suite struct LogLineTests {
    @Test func `whatever a value holds, the line is one line of JSON`() throws {
        let value = "a \"b\" \\ c\n\r\t\u{0}\u{1F} 🎄 é"
        var line = LogLine()
        line.add("msg", value)
        line.add("key \"two\"", "")
        line.end()
        #expect(line.bytes.count { $0 == 0x0A } == 1)
        let read = try #require(JSONSerialization.jsonObject(with: Data(line.bytes)) as? [String: String])
        #expect(read == ["msg": value, "key \"two\"": ""])
    }

    @Test func `the time is the present one, whole and in UTC`() throws {
        let moment = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(LogLine.now())
        #expect(abs(moment.timeIntervalSinceNow) < 5)
    }
}
