import CVips
import Foundation
import Household

/// Turns the bytes of a stranger's file into a `Picture`, through the one loader that its header names.
///
/// Blocks; call it on a thread of its own.
struct PictureDecoder {
    private static let jpegQuality: Int32 = 85

    /// Starts libvips once for the process: one thread an operation, nothing cached, and the loaders of
    /// document formats off. The last is a second line only; the loader is chosen here, not by libvips.
    static let started: Bool = {
        setenv("VIPS_WARNING", "0", 1)
        guard vips_init("mantel") == 0 else { return false }
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        vips_block_untrusted_set(1)
        return true
    }()

    func decode(_ bytes: [UInt8], turn: Turn = .none) throws(RecognitionProblem) -> Picture {
        let header: PictureHeader
        do { header = try PictureHeader(bytes) } catch { throw .picture(error) }
        guard Self.started else { throw .engine("libvips does not start") }
        do { return try decode(bytes, header, turn) } catch { throw .picture(error.isCutOff ? .cutOff : .damaged) }
    }

    private func decode(_ bytes: [UInt8], _ header: PictureHeader, _ turn: Turn) throws(VipsFailure) -> Picture {
        // libvips reads the bytes lazily: they must stay where they are until the pixels are in memory.
        let bytes = bytes[...]
        let result: Result<Picture, VipsFailure> = bytes.withUnsafeBytes { buffer in
            do throws(VipsFailure) {
                let loaded = try load(buffer, header)
                let taken = takenDay(loaded)
                var image = try displayed(loaded)
                let long = max(image.width, image.height)
                if long > Picture.longestSide {
                    let scale = Double(Picture.longestSide) / Double(long)
                    image = try image.applying { mantel_vips_resize($0, $1, scale) }
                }
                image = try image.inMemory()
                // libheif has turned the pixels already.
                if header.format != .heic { image = try image.applying { mantel_vips_upright($0, $1) }.inMemory() }
                if let angle = angle(turn) { image = try image.applying { mantel_vips_turn($0, $1, angle) } }
                return .success(try picture(image, taken))
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func load(_ bytes: UnsafeRawBufferPointer, _ header: PictureHeader) throws(VipsFailure) -> VipsImageReference {
        try VipsImageReference { out in
            switch header.format {
            case .jpeg: mantel_vips_load_jpeg(bytes.baseAddress, bytes.count, shrink(header), out)
            case .png: mantel_vips_load_png(bytes.baseAddress, bytes.count, out)
            case .webp: mantel_vips_load_webp(bytes.baseAddress, bytes.count, out)
            case .heic: mantel_vips_load_heic(bytes.baseAddress, bytes.count, out)
            }
        }
    }

    /// The power of two by which the JPEG decoder itself may shrink, so that a large photo never exists in full.
    private func shrink(_ header: PictureHeader) -> Int32 {
        let long = max(header.width, header.height)
        return [8, 4, 2].first { long / $0 >= Picture.longestSide }.map(Int32.init) ?? 1
    }

    private func angle(_ turn: Turn) -> VipsAngle? {
        switch turn {
        case .none: nil
        case .right: VIPS_ANGLE_D90
        case .half: VIPS_ANGLE_D180
        case .left: VIPS_ANGLE_D270
        }
    }

    /// 8-bit sRGB or grey, without transparency.
    private func displayed(_ source: borrowing VipsImageReference) throws(VipsFailure) -> VipsImageReference {
        var image = try source.applying { mantel_vips_interpret($0, $1, vips_image_guess_interpretation($0)) }
        if image.hasProfile {
            // A profile that does not fit its picture is common; the plain conversion below is near enough then.
            if let converted = try? image.applying({ mantel_vips_profile_to_srgb($0, $1) }) { image = converted } else { vips_error_clear() }
        }
        if image.format != VIPS_FORMAT_UCHAR {
            let grey = image.bands < 3
            image = try image.applying { mantel_vips_to_8_bit($0, $1) }
            image = try image.applying { mantel_vips_interpret($0, $1, grey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB) }
        }
        if image.interpretation != VIPS_INTERPRETATION_sRGB && image.interpretation != VIPS_INTERPRETATION_B_W {
            image = try image.applying { mantel_vips_to_space($0, $1, VIPS_INTERPRETATION_sRGB) }
        }
        if image.hasAlpha { image = try image.applying { mantel_vips_flatten_on_white($0, $1) } }
        return image
    }

    private func picture(_ image: borrowing VipsImageReference, _ taken: Day?) throws(VipsFailure) -> Picture {
        var grey = try image.applying { mantel_vips_to_space($0, $1, VIPS_INTERPRETATION_B_W) }
        if grey.bands > 1 { grey = try grey.applying { mantel_vips_first_band($0, $1) } }
        let luminance = Luminance(width: grey.width, height: grey.height, pixels: try grey.pixels())
        return Picture(
            jpeg: try image.jpeg(quality: Self.jpegQuality), width: image.width, height: image.height, taken: taken, luminance: luminance)
    }

    /// EXIF 2.3: "2023:05:07 11:00:00".
    private func takenDay(_ image: borrowing VipsImageReference) -> Day? {
        guard let text = image.text("exif-ifd2-DateTimeOriginal") else { return nil }
        return Day(String(text.prefix(10).replacing(":", with: "-")))
    }
}

extension Luminance {
    /// At most `longSide` pixels long; the same where it is not longer.
    func shrunk(to longSide: Int) throws(RecognitionProblem) -> Luminance {
        guard self.longSide > longSide else { return self }
        let scale = Double(longSide) / Double(self.longSide)
        let result: Result<Luminance, VipsFailure> = pixels.withUnsafeBytes { buffer in
            do throws(VipsFailure) {
                let image = try VipsImageReference { out in
                    out.pointee = vips_image_new_from_memory(buffer.baseAddress, buffer.count, Int32(width), Int32(height), 1, VIPS_FORMAT_UCHAR)
                    return out.pointee == nil ? -1 : 0
                }
                let small = try image.applying { mantel_vips_resize($0, $1, scale) }
                return .success(Luminance(width: small.width, height: small.height, pixels: try small.pixels()))
            } catch { return .failure(error) }
        }
        switch result {
        case .success(let small): return small
        case .failure(let failure): throw .engine(failure.message)
        }
    }
}
