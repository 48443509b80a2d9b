/// Reads header fields of picture files. Every read beyond the end is nil, which callers report as cut off.
struct HeaderBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func starts(with magic: [UInt8]) -> Bool { bytes.starts(with: magic) }

    func byte(_ offset: Int) -> Int? { bytes.indices.contains(offset) ? Int(bytes[offset]) : nil }

    func big(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    func little(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    func text(at offset: Int, _ count: Int) -> String? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    }

    /// Walks the JPEG segments (ITU-T T.81, B.1.1) to the first frame header.
    func jpegSize() throws(PictureRefusal) -> (width: Int, height: Int) {
        var offset = 2
        while true {
            guard let mark = byte(offset), let code = byte(offset + 1) else { throw .cutOff }
            guard mark == 0xFF else { throw .damaged }
            if code == 0xFF {
                offset += 1
                continue
            }
            switch code {
            case 0x01, 0xD0...0xD7: offset += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let height = big(offset + 5, 2), let width = big(offset + 7, 2) else { throw .cutOff }
                return (width, height)
            case 0xD8, 0xD9, 0xDA: throw .damaged
            default:
                guard let length = big(offset + 2, 2) else { throw .cutOff }
                guard length >= 2 else { throw .damaged }
                offset += 2 + length
            }
        }
    }

    /// The first chunk must be IHDR; an `acTL` chunk before the image data makes it an animation.
    func pngSize() throws(PictureRefusal) -> (width: Int, height: Int) {
        guard let name = text(at: 12, 4), let width = big(16, 4), let height = big(20, 4) else { throw .cutOff }
        guard name == "IHDR" else { throw .damaged }
        var offset = 8
        while let length = big(offset, 4), let chunk = text(at: offset + 4, 4), chunk != "IDAT" {
            if chunk == "acTL" { throw .animated }
            offset += 12 + length
        }
        return (width, height)
    }

    /// RFC 9649: simple lossy, simple lossless, or extended with an animation flag.
    func webpSize() throws(PictureRefusal) -> (width: Int, height: Int) {
        switch text(at: 12, 4) {
        case "VP8 ":
            guard let width = little(26, 2), let height = little(28, 2) else { throw .cutOff }
            guard big(23, 3) == 0x9D012A else { throw .damaged }
            return (width & 0x3FFF, height & 0x3FFF)
        case "VP8L":
            guard let packed = little(21, 4) else { throw .cutOff }
            return (packed & 0x3FFF + 1, packed >> 14 & 0x3FFF + 1)
        case "VP8X":
            guard let flags = byte(20), let width = little(24, 3), let height = little(27, 3) else { throw .cutOff }
            if flags & 0x02 != 0 { throw .animated }
            return (width + 1, height + 1)
        case nil: throw .cutOff
        default: throw .damaged
        }
    }

    /// ISO/IEC 23008-12. The largest `ispe` property in the meta box is the picture; smaller ones are tiles and thumbnails.
    func heicSize() throws(PictureRefusal) -> (width: Int, height: Int) {
        switch text(at: 8, 4) {
        case "heic", "heix", "heim", "heis", "mif1": break
        case "hevc", "hevx", "msf1": throw .animated
        case "avif", "avis": throw .otherFile("an AVIF picture")
        case nil: throw .cutOff
        default: throw .otherFile("a video")
        }
        guard let fileType = big(0, 4), fileType >= 16 else { throw .damaged }
        var offset = fileType
        while let length = big(offset, 4), let name = text(at: offset + 4, 4) {
            if name == "meta" { return try largestExtent(in: offset..<offset + length) }
            guard length >= 8 else { throw .damaged }
            offset += length
        }
        throw .cutOff
    }

    private func largestExtent(in meta: Range<Int>) throws(PictureRefusal) -> (width: Int, height: Int) {
        guard meta.count >= 8 else { throw .damaged }
        guard meta.upperBound <= bytes.count else { throw .cutOff }
        var largest: (width: Int, height: Int)?
        let name = Array("ispe".utf8)
        for offset in meta.dropLast(16) where bytes[offset] == name[0] && bytes[offset..<offset + 4].elementsEqual(name) {
            guard let width = big(offset + 8, 4), let height = big(offset + 12, 4) else { continue }
            // Compared by the longer side: the product of two 32-bit numbers may not fit an Int.
            if max(width, height) > largest.map({ max($0.width, $0.height) }) ?? 0 { largest = (width, height) }
        }
        guard let largest else { throw .damaged }
        return largest
    }

    /// Names what was sent instead of a picture, as far as its first bytes tell.
    func otherKind() -> PictureRefusal {
        let known: [(magic: String, name: String)] = [
            ("%PDF-", "a PDF"), ("GIF8", "a GIF picture"), ("<svg", "an SVG drawing"), ("<?xml", "an SVG drawing or other XML file"),
            ("<!DOCTYPE", "a web page"), ("<html", "a web page"), ("PK\u{3}\u{4}", "a document or ZIP archive"), ("BM", "a BMP picture"),
            ("II*\0", "a TIFF picture"), ("MM\0*", "a TIFF picture"), ("BEGIN:VCALENDAR", "a calendar file"),
        ]
        for (magic, name) in known where starts(with: Array(magic.utf8)) { return .otherFile(name) }
        let start = bytes.prefix(512)
        let printable = start.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return printable ? .otherFile("a text file") : .unknown
    }
}
