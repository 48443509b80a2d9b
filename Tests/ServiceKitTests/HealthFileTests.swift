import Foundation
import ServiceKit
import Testing

@Suite struct HealthFileTests {
    @Test func `a process is well as long as it touches its file`() throws {
        let file = HealthFile(path: FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path)
        defer { file.remove() }
        #expect(!file.check())
        file.touch()
        #expect(file.check())
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: file.url.path)
        #expect(!file.check(maxAge: .seconds(30)))
        file.touch()
        #expect(file.check(maxAge: .seconds(30)))
        file.remove()
        #expect(!file.check())
    }
}
