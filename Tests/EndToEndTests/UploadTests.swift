import Foundation
import TestSupport
import Testing

/// Uploads that are not what they should be. Nothing dies of them, and the next good one works.
@Suite(.ownDatabase) struct UploadTests {
    /// Bytes with the status and the words they are answered with.
    private struct Bad {
        var what: String
        var bytes: [UInt8]
        var words: String
    }

    @Test func `what is no picture, or not a whole one, is refused in words, and the next good one is read`() async throws {
        try await Installation.run { mantel in
            let ana = try await Visitor("Ana", at: mantel.port)
            let home = try await Planning(by: ana, limit: 100).household
            let good = try Pictures.flyer()

            // The header says it: refused at the door, nothing is kept.
            let refused: [Bad] = [
                Bad(what: "a text file", bytes: Array("Dear family, see you on Saturday.\n".utf8), words: "a text file"),
                Bad(what: "a GIF", bytes: Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0], words: "a GIF"),
                Bad(what: "an SVG", bytes: Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), words: "an SVG"),
                Bad(what: "a billion pixels", bytes: Pictures.promise, words: "32768 × 32768"),
                Bad(what: "an empty part", bytes: [], words: "empty"), Bad(what: "the start of a JPEG", bytes: Array(good.prefix(20)), words: "cut off"),
            ]
            for bad in refused {
                let answer = try await ana.upload(.scan(bad.bytes), to: home)
                #expect(answer.status == 422, "\(bad.what): \(answer.text)")
                #expect(answer.pointers == ["/image"], "\(bad.what)")
                #expect(answer.text.contains(bad.words), "\(bad.what): \(answer.text)")
            }
            try await refusesForms(ana, home, good)
            #expect(try await ana.get("/api/v1/households/\(home)/scans").items == [])

            // Only a decoder can tell: the scan fails in words, and shows no picture.
            let cut = try await ana.scan(Array(good.prefix(good.count / 2)), in: home)
            let failed = try await ana.scanEnded(cut, in: home)
            #expect(failed.state == "failed")
            #expect(failed.problem.string?.hasSuffix(".") == true, "\(failed.problem)")
            #expect(try await ana.ask("GET", "/api/v1/households/\(home)/scans/\(cut)/picture").status == 404)

            // A picture that is another file too is read, and only the picture is kept.
            let tail = Array("PK\u{3}\u{4}<script>alert('page')</script>".utf8)
            let both = try await ana.scan(good + tail, in: home)
            #expect(try await ana.scanEnded(both, in: home).state == "ready")
            let kept = try await ana.ask("GET", "/api/v1/households/\(home)/scans/\(both)/picture")
            #expect(kept.headers["content-type"] == "image/jpeg")
            #expect(kept.headers["x-content-type-options"] == "nosniff")
            #expect(kept.body.count > 1000 && kept.body.suffix(2) == [0xFF, 0xD9])
            #expect(!kept.text.contains("<script>"))

            let last = try await ana.scan(good, in: home)
            #expect(try await ana.scanEnded(last, in: home).state == "ready")
            for process in mantel.processes { await #expect(throws: NeverHappened.self) { try await process.exitCode(within: .zero) } }
        }
    }

    private func refusesForms(_ ana: Visitor, _ home: String, _ good: [UInt8]) async throws {
        let empty = try await ana.upload([], type: FormData.contentType, to: home)
        #expect(empty.status == 400, "\(empty.text)")
        let bare = try await ana.upload(good, type: "image/jpeg", to: home)
        #expect(bare.status == 415, "\(bare.text)")
        let otherName = try await ana.upload(FormData().text("kind", "flyer").file("picture", "a.jpg", "image/jpeg", good), to: home)
        #expect(otherName.status == 422 && otherName.pointers == ["/image"], "\(otherName.text)")
        let noKind = try await ana.upload(FormData().file("image", "a.jpg", "image/jpeg", good), to: home)
        #expect(noKind.status == 422 && noKind.pointers == ["/kind"], "\(noKind.text)")
        let otherKind = try await ana.upload(.scan(good, kind: "poem"), to: home)
        #expect(otherKind.status == 422 && otherKind.pointers == ["/kind"], "\(otherKind.text)")
        let neither = try await ana.upload(FormData().text("note", "hello"), to: home)
        #expect(neither.status == 422 && neither.pointers.sorted() == ["/image", "/kind"], "\(neither.text)")
        let cutOff = try await ana.upload(Array(FormData.scan(good).bytes.dropLast(20)), type: FormData.contentType, to: home)
        #expect(cutOff.status == 400, "\(cutOff.text)")
        let large = try await ana.upload(.scan(good + [UInt8](repeating: 0, count: 16_000_000)), to: home)
        #expect(large.status == 413, "\(large.text)")
        for answer in [empty, bare, otherName, noKind, otherKind, neither, cutOff, large] {
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(answer.json.title.string?.isEmpty == false)
        }
    }
}
