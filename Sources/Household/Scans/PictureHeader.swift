/// Format and size of a picture, read from its header without decoding anything.
public struct PictureHeader: Hashable, Sendable {
    public let format: PictureFormat
    /// As stored, before any orientation is applied.
    public let width: Int
    public let height: Int

    /// Refuses, in this order: nothing, too many bytes, other kinds of file, broken headers, animations,
    /// too many pixels. Bytes after the picture are not looked at; normalising drops them.
    public init(_ bytes: [UInt8]) throws(PictureRefusal) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= PictureLimits.bytes else { throw .tooManyBytes(bytes.count) }
        let reader = HeaderBytes(bytes)
        let size: (width: Int, height: Int)
        if reader.starts(with: [0xFF, 0xD8, 0xFF]) {
            format = .jpeg
            size = try reader.jpegSize()
        } else if reader.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            format = .png
            size = try reader.pngSize()
        } else if reader.starts(with: Array("RIFF".utf8)) && reader.text(at: 8, 4) == "WEBP" {
            format = .webp
            size = try reader.webpSize()
        } else if reader.text(at: 4, 4) == "ftyp" {
            format = .heic
            size = try reader.heicSize()
        } else {
            throw reader.otherKind()
        }
        guard size.width > 0, size.height > 0 else { throw .damaged }
        guard size.width <= PictureLimits.side, size.height <= PictureLimits.side,
            size.width * size.height <= PictureLimits.pixels
        else { throw .tooManyPixels(width: size.width, height: size.height) }
        width = size.width
        height = size.height
    }
}
