/// A JPEG APP1 segment with EXIF 2.3 data, written byte by byte.
struct ExifSegment {
    var orientation: Int?
    /// "2026:05:30 10:00:00"
    var taken: String?
    /// Degrees north, as a GPS tag that must not survive.
    var latitude: Int?

    /// `jpeg` with this segment right behind its start.
    func inserted(into jpeg: [UInt8]) -> [UInt8] { Array(jpeg.prefix(2)) + bytes + jpeg.dropFirst(2) }

    private var bytes: [UInt8] {
        let body = Array("Exif\0\0".utf8) + tiff
        return [0xFF, 0xE1] + Self.big16(body.count + 2) + body
    }

    /// Header, then the directory of the picture, then those of EXIF and GPS, each followed by its values.
    private var tiff: [UInt8] {
        let count = [orientation != nil, taken != nil, latitude != nil].filter { $0 }.count
        var offset = 8 + 2 + 12 * count + 4
        var main: [UInt8] = Self.big16(count)
        var tail: [UInt8] = []
        if let orientation { main += Self.entry(0x0112, type: 3, count: 1, value: Self.big16(orientation) + [0, 0]) }
        if let taken {
            main += Self.entry(0x8769, type: 4, count: 1, value: PNG.big(offset))
            let text = Array(taken.utf8) + [0]
            tail += Self.big16(1) + Self.entry(0x9003, type: 2, count: text.count, value: PNG.big(offset + 18)) + PNG.big(0) + text
            offset += 18 + text.count
        }
        if let latitude {
            main += Self.entry(0x8825, type: 4, count: 1, value: PNG.big(offset))
            let rational = PNG.big(latitude) + PNG.big(1) + PNG.big(0) + PNG.big(1) + PNG.big(0) + PNG.big(1)
            tail += Self.big16(2) + Self.entry(0x0001, type: 2, count: 2, value: Array("N\0\0\0".utf8))
            tail += Self.entry(0x0002, type: 5, count: 3, value: PNG.big(offset + 30)) + PNG.big(0) + rational
        }
        return Array("MM".utf8) + Self.big16(42) + PNG.big(8) + main + PNG.big(0) + tail
    }

    private static func entry(_ tag: Int, type: Int, count: Int, value: [UInt8]) -> [UInt8] {
        big16(tag) + big16(type) + PNG.big(count) + value
    }

    private static func big16(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 255), UInt8(number & 255)] }
}
