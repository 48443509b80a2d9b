import Household
import Testing

@testable import Recognition

@Suite struct PictureDecoderTests {
    private let decoder = PictureDecoder()

    private func problem(_ bytes: [UInt8]) -> RecognitionProblem? {
        do throws(RecognitionProblem) {
            _ = try decoder.decode(bytes)
            return nil
        } catch { return error }
    }

    @Test func `a JPEG that was cut in the middle of its pixels is cut off`() throws {
        let whole = try Canvas.flyer().jpeg()
        #expect(problem(Array(whole.prefix(whole.count / 2))) == .picture(.cutOff))
    }

    @Test func `a PNG that promises pixels and has none is refused`() {
        let refusal = problem(PNG.promise(width: 300, height: 300))
        #expect(refusal == .picture(.cutOff) || refusal == .picture(.damaged))
    }

    @Test func `a file that is also an archive is read and only its pixels are kept`() throws {
        let hidden = Array("PK\u{3}\u{4}secret.sh#!/bin/sh".utf8)
        let picture = try decoder.decode(try Canvas.flyer().jpeg() + hidden)
        #expect(picture.width == 1000)
        #expect(!picture.jpeg.contains(hidden))
    }

    @Test func `the place where a photo was taken is gone`() throws {
        let source = ExifSegment(orientation: 1, taken: "2026:05:30 10:00:00", latitude: 53).inserted(into: try Canvas.flyer().jpeg())
        #expect(source.contains(Array("Exif".utf8)))
        let picture = try decoder.decode(source)
        #expect(!picture.jpeg.contains(Array("Exif".utf8)))
        #expect(picture.taken == Day("2026-05-30"))
    }

    @Test(arguments: 0...9)
    func `every EXIF orientation is applied, and nonsense is left alone`(orientation: Int) throws {
        var upright = Canvas(width: 60, height: 40)
        try upright.write("L", size: 30, x: 3, y: 3)
        let exif = ExifSegment(orientation: orientation, taken: nil, latitude: nil)
        let picture = try decoder.decode(exif.inserted(into: upright.stored(for: orientation).jpeg()))
        #expect([picture.width, picture.height] == [60, 40])
        let difference = zip(picture.luminance.pixels, upright.pixels).map { abs(Int($0) - Int($1)) }.reduce(0, +)
        #expect(difference / upright.pixels.count < 8)
    }

    @Test func `a picture of one pixel is a picture`() throws {
        let picture = try decoder.decode(PNG(width: 1, height: 1, depth: 8, colour: .grey, rows: [0]).bytes)
        #expect([picture.width, picture.height] == [1, 1])
    }

    @Test func `transparency becomes white paper`() throws {
        let clear = PNG(width: 2, height: 1, depth: 8, colour: .rgba, rows: [0, 0, 0, 0, 0, 0, 0, 255]).bytes
        #expect(try decoder.decode(clear).luminance.pixels == [255, 0])
        let grey = PNG(width: 2, height: 1, depth: 8, colour: .greyAlpha, rows: [0, 0, 0, 255]).bytes
        #expect(try decoder.decode(grey).luminance.pixels == [255, 0])
    }

    @Test func `sixteen bits become eight`() throws {
        let grey = PNG(width: 2, height: 1, depth: 16, colour: .grey, rows: [0xFF, 0xFF, 0, 0]).bytes
        #expect(try decoder.decode(grey).luminance.pixels == [255, 0])
        let clear = PNG(width: 2, height: 1, depth: 16, colour: .rgba, rows: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]).bytes
        #expect(try decoder.decode(clear).luminance.pixels == [255, 0])
    }

    @Test func `a WebP and a HEIC are read, and refused when cut`() throws {
        for bytes in [try Canvas.flyer().webp(), try Canvas.flyer().heic()] {
            let picture = try decoder.decode(bytes)
            #expect([picture.width, picture.height] == [1000, 700])
            #expect(picture.luminance.pixels.contains { $0 < 30 })
            let refusal = problem(Array(bytes.prefix(bytes.count / 2)))
            #expect(refusal == .picture(.cutOff) || refusal == .picture(.damaged))
        }
    }

    @Test func `no change of single bytes ends the process`() throws {
        var canvas = Canvas(width: 64, height: 48)
        try canvas.write("Fair", size: 20, x: 4, y: 10)
        let sources = [try canvas.jpeg(), canvas.png(), try canvas.webp(), try canvas.heic()]
        // A fixed seed (SplitMix64), so that a failure can be repeated.
        var state: UInt64 = 2026
        func next(_ limit: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return Int((mixed ^ mixed >> 31) % UInt64(limit))
        }
        var read = 0
        for round in 0..<400 {
            var bytes = sources[round % sources.count]
            for _ in 0...next(6) { bytes[next(bytes.count)] = UInt8(next(256)) }
            if problem(bytes) == nil { read += 1 }
        }
        #expect((1..<400).contains(read))
    }

    @Test func `a palette is resolved`() throws {
        let bytes = PNG(width: 2, height: 1, depth: 8, colour: .palette, rows: [1, 0], palette: [0, 0, 0, 255, 255, 255]).bytes
        #expect(try decoder.decode(bytes).luminance.pixels == [255, 0])
    }

    @Test func `a large picture is kept at most 2400 pixels long`() throws {
        let picture = try decoder.decode(try Canvas(width: 5000, height: 100).jpeg())
        #expect([picture.width, picture.height] == [2400, 48])
    }
}
