import Household
import Testing

@Suite struct PictureHeaderTests {
    @Test func `nothing is refused as empty`() {
        #expect(throws: PictureRefusal.empty) { try PictureHeader([]) }
    }

    @Test func `sixteen megabytes are refused before anything is looked at`() {
        let bytes = [UInt8](repeating: 0xFF, count: 16_000_000)
        #expect(throws: PictureRefusal.tooManyBytes(16_000_000)) { try PictureHeader(bytes) }
    }

    @Test(arguments: [
        ("Dear parents,\nthe fair is on Saturday.\n", "a text file"), ("%PDF-1.7\n%\u{1}", "a PDF"), ("GIF89a\u{1}\u{0}", "a GIF picture"),
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "an SVG drawing"), ("<!DOCTYPE html><title>x</title>", "a web page"),
        ("BEGIN:VCALENDAR\r\n", "a calendar file"), ("PK\u{3}\u{4}", "a document or ZIP archive"),
    ])
    func `other files are named for what they are`(content: String, name: String) {
        #expect(throws: PictureRefusal.otherFile(name)) { try PictureHeader(Array(content.utf8)) }
    }

    @Test func `bytes without a meaning are no picture`() {
        #expect(throws: PictureRefusal.unknown) { try PictureHeader([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) }
    }

    @Test func `a header that promises a thousand million pixels is refused unread`() {
        let bomb = PNG.promise(width: 32_768, height: 32_768)
        #expect(throws: PictureRefusal.tooManyPixels(width: 32_768, height: 32_768)) { try PictureHeader(bomb) }
    }

    @Test func `sides that overflow when multiplied are refused`() {
        let bomb = PNG.promise(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)
        #expect(throws: PictureRefusal.tooManyPixels(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)) { try PictureHeader(bomb) }
    }

    @Test func `fifty million pixels are taken`() throws {
        #expect(try PictureHeader(PNG.promise(width: 10_000, height: 5_000)).width == 10_000)
    }

    @Test func `a JPEG says its size behind other segments`() throws {
        let exif = ExifSegment(orientation: 6, taken: nil, latitude: nil)
        let header = try PictureHeader(exif.inserted(into: Canvas(width: 31, height: 17).jpeg()))
        #expect(header.format == .jpeg)
        #expect([header.width, header.height] == [31, 17])
    }

    @Test func `a JPEG that ends inside its header is cut off`() throws {
        let bytes = Array(try Canvas(width: 31, height: 17).jpeg().prefix(30))
        #expect(throws: PictureRefusal.cutOff) { try PictureHeader(bytes) }
    }

    @Test func `an animated PNG is refused`() {
        let bytes = PNG.signature + PNG.chunk("IHDR", PNG.big(4) + PNG.big(4) + [8, 0, 0, 0, 0]) + PNG.chunk("acTL", PNG.big(9) + PNG.big(0))
        #expect(throws: PictureRefusal.animated) { try PictureHeader(bytes) }
    }

    private func webp(_ chunk: String, _ data: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [0x40, 0, 0, 0] + Array("WEBP".utf8) + Array(chunk.utf8) + [UInt8(data.count), 0, 0, 0] + data
    }

    @Test func `an animated WebP is refused`() {
        let bytes = webp("VP8X", [0x02, 0, 0, 0, 99, 0, 0, 49, 0, 0])
        #expect(throws: PictureRefusal.animated) { try PictureHeader(bytes) }
    }

    @Test func `the three kinds of WebP say their size`() throws {
        let extended = try PictureHeader(webp("VP8X", [0, 0, 0, 0, 99, 0, 0, 49, 0, 0]))
        #expect([extended.width, extended.height] == [100, 50])
        let lossless = try PictureHeader(webp("VP8L", [0x2F, 0x63, 0x40, 0x0C, 0x00, 0x00]))
        #expect([lossless.width, lossless.height] == [100, 50])
        let lossy = try PictureHeader(webp("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A, 100, 0, 50, 0]))
        #expect([lossy.width, lossy.height] == [100, 50])
    }

    private func box(_ name: String, _ data: [UInt8]) -> [UInt8] { PNG.big(data.count + 8) + Array(name.utf8) + data }

    @Test func `a HEIC says the size of its largest image item`() throws {
        func extent(_ width: Int, _ height: Int) -> [UInt8] { box("ispe", PNG.big(0) + PNG.big(width) + PNG.big(height)) }
        let meta = box("meta", PNG.big(0) + box("ipco", extent(512, 512) + extent(4032, 3024)) + PNG.big(0))
        let header = try PictureHeader(box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + meta)
        #expect(header.format == .heic)
        #expect([header.width, header.height] == [4032, 3024])
    }

    @Test func `a video of the same family is named`() {
        let bytes = box("ftyp", Array("isom\0\0\0\0mp41".utf8))
        #expect(throws: PictureRefusal.otherFile("a video")) { try PictureHeader(bytes) }
    }

    @Test(arguments: [PictureRefusal.empty, .tooManyBytes(16_000_000), .tooManyPixels(width: 9, height: 9), .animated, .cutOff, .damaged, .otherFile("a PDF"), .unknown])
    func `every refusal is a sentence`(refusal: PictureRefusal) {
        #expect(refusal.sentence.hasSuffix("."))
    }
}
