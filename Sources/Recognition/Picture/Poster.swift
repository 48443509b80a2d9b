import CVips

/// A plain printed page, drawn for demonstrations: lines of text in the middle of the sheet.
public struct Poster: Sendable {
    public struct Line: Sendable {
        var text: String
        /// Pixels from the top of a capital to its foot, roughly.
        var size: Int

        public init(_ text: String, size: Int) {
            self.text = text
            self.size = size
        }
    }

    private static let width = 1000, height = 1400, margin = 120

    private let lines: [Line]

    public init(_ lines: [Line]) { self.lines = lines }

    /// The page as JPEG.
    public func jpeg() throws -> [UInt8] {
        guard PictureDecoder.started else { throw RecognitionProblem.engine("libvips does not start") }
        var pixels = [UInt8](repeating: 250, count: Self.width * Self.height)
        var top = Self.margin
        for line in lines {
            let text = try VipsImageReference { mantel_vips_text(line.text, "DejaVu Sans \(line.size)", $0) }
            let ink = try text.pixels()
            let left = max(0, (Self.width - text.width) / 2)
            for row in 0..<min(text.height, Self.height - top) {
                for column in 0..<min(text.width, Self.width - left) {
                    pixels[(top + row) * Self.width + left + column] = UInt8(250 - Int(ink[row * text.width + column]) * 235 / 255)
                }
            }
            top += text.height + line.size
        }
        return try pixels.withUnsafeBytes { buffer in
            try VipsImageReference { out in
                out.pointee = vips_image_new_from_memory(buffer.baseAddress, buffer.count, Int32(Self.width), Int32(Self.height), 1, VIPS_FORMAT_UCHAR)
                return out.pointee == nil ? -1 : 0
            }.jpeg(quality: 88)
        }
    }
}
