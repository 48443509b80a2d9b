import CVips
import Foundation

@testable import Recognition

/// A grey picture that a test draws.
struct Canvas {
    private(set) var width: Int
    private(set) var height: Int
    private(set) var pixels: [UInt8]

    init(width: Int, height: Int, paper: UInt8 = 255) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: paper, count: width * height)
    }

    /// Writes one line, its ink's left top corner at `x`, `y`. Returns the height of the ink.
    @discardableResult
    mutating func write(_ text: String, size: Int, x: Int, y: Int, ink: UInt8 = 0) throws -> Int {
        _ = try PictureDecoderStart.started.get()
        let mask = try VipsImageReference { mantel_vips_text(text, "DejaVu Sans \(size)", $0) }
        let drawn = try mask.pixels()
        for row in 0..<min(mask.height, height - y) {
            for column in 0..<min(mask.width, width - x) {
                let alpha = Int(drawn[row * mask.width + column])
                let at = (y + row) * width + x + column
                pixels[at] = UInt8((Int(pixels[at]) * (255 - alpha) + Int(ink) * alpha) / 255)
            }
        }
        return mask.height
    }

    func inverted() -> Canvas {
        var canvas = self
        canvas.pixels = pixels.map { 255 - $0 }
        return canvas
    }

    /// Stored so that a reader who applies the EXIF `orientation` sees this canvas again (EXIF 2.3, tag 0x0112).
    func stored(for orientation: Int) -> Canvas {
        let turned = orientation >= 5 && orientation <= 8
        var canvas = Canvas(width: turned ? height : width, height: turned ? width : height)
        for y in 0..<height {
            for x in 0..<width {
                let right = width - 1 - x, bottom = height - 1 - y
                let (column, row) = switch orientation {
                case 2: (right, y)
                case 3: (right, bottom)
                case 4: (x, bottom)
                case 5: (y, x)
                case 6: (y, right)
                case 7: (bottom, right)
                case 8: (bottom, x)
                default: (x, y)
                }
                canvas.pixels[row * canvas.width + column] = pixels[y * width + x]
            }
        }
        return canvas
    }

    func jpeg() throws -> [UInt8] {
        _ = try PictureDecoderStart.started.get()
        return try pixels.withUnsafeBytes { try image($0).jpeg(quality: 90) }
    }

    func webp() throws -> [UInt8] { try saved { mantel_vips_save_webp($0, $1, $2) } }

    func heic() throws -> [UInt8] { try saved { mantel_vips_save_heic($0, $1, $2) } }

    private typealias Save = (UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>) -> Int32

    private func saved(_ save: Save) throws -> [UInt8] {
        _ = try PictureDecoderStart.started.get()
        return try pixels.withUnsafeBytes { buffer in
            var result: [UInt8] = []
            _ = try image(buffer).applying { source, copy in
                var bytes: UnsafeMutableRawPointer?
                var count = 0
                guard save(source, &bytes, &count) == 0, let bytes else { return -1 }
                result = [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
                g_free(bytes)
                return mantel_vips_interpret(source, copy, VIPS_INTERPRETATION_B_W)
            }
            return result
        }
    }

    private func image(_ buffer: UnsafeRawBufferPointer) throws -> VipsImageReference {
        try VipsImageReference { out in
            out.pointee = vips_image_new_from_memory(buffer.baseAddress, buffer.count, Int32(width), Int32(height), 1, VIPS_FORMAT_UCHAR)
            return out.pointee == nil ? -1 : 0
        }
    }

    func png() -> [UInt8] { PNG(width: width, height: height, depth: 8, colour: .grey, rows: pixels).bytes }
}

/// Decoding anything starts libvips; drawing needs it too.
private enum PictureDecoderStart {
    static let started = Result { try PictureDecoder().decode(PNG(width: 1, height: 1, depth: 8, colour: .grey, rows: [255]).bytes).width }
}

extension Canvas {
    /// A plain flyer: title, date and time, place.
    static func flyer(_ lines: [(text: String, size: Int)] = summerFair) throws -> Canvas {
        var canvas = Canvas(width: 1000, height: 700)
        var y = 60
        for (text, size) in lines {
            try canvas.write(text, size: size, x: 70, y: y)
            y += size * 2
        }
        return canvas
    }

    static let summerFair: [(text: String, size: Int)] = [
        ("Summer Fair", 100), ("Saturday 13 June 2026", 48), ("2pm - 5pm", 48), ("Greenfield School Hall", 44), ("Admission £3", 36),
    ]
}
