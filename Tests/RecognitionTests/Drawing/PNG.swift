/// Writes PNG files (RFC 2083) with stored, uncompressed data, in every colour type that phones and tools make.
struct PNG {
    enum Colour: UInt8 { case grey = 0, rgb = 2, palette = 3, greyAlpha = 4, rgba = 6 }

    var width: Int
    var height: Int
    var depth: UInt8
    var colour: Colour
    /// Samples of all rows, big-endian where a sample has two bytes.
    var rows: [UInt8]
    /// Red, green, blue of each palette entry.
    var palette: [UInt8] = []

    var bytes: [UInt8] {
        let stride = height == 0 ? 0 : rows.count / height
        var filtered: [UInt8] = []
        for row in 0..<height { filtered += [0] + rows[row * stride..<(row + 1) * stride] }
        return Self.signature + Self.chunk("IHDR", Self.big(width) + Self.big(height) + [depth, colour.rawValue, 0, 0, 0])
            + (palette.isEmpty ? [] : Self.chunk("PLTE", palette)) + Self.chunk("IDAT", Self.stored(filtered)) + Self.chunk("IEND", [])
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A header that promises a picture, and nothing behind it.
    static func promise(width: Int, height: Int) -> [UInt8] {
        signature + chunk("IHDR", big(width) + big(height) + [8, 2, 0, 0, 0]) + chunk("IDAT", stored([0]))
    }

    static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return big(data.count) + body + big(Int(crc(body)))
    }

    static func big(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

    /// RFC 1950 around RFC 1951 blocks of type 0.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var offset = 0
        repeat {
            let count = min(65_535, data.count - offset)
            let isLast: UInt8 = offset + count == data.count ? 1 : 0
            out += [isLast, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
            out += data[offset..<offset + count]
            offset += count
        } while offset < data.count
        var a: UInt32 = 1, b: UInt32 = 0
        for byte in data {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return out + big(Int(b << 16 | a))
    }

    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    private static func crc(_ data: [UInt8]) -> UInt32 {
        ~data.reduce(~UInt32(0)) { value, byte in table[Int((value ^ UInt32(byte)) & 255)] ^ value >> 8 }
    }
}
