import CVips
import Household

/// One owned reference to a libvips image. Operations give new images; nothing is changed in place.
struct VipsImageReference: ~Copyable {
    typealias Operation = (Pointer, UnsafeMutablePointer<Pointer?>) -> Int32
    typealias Pointer = UnsafeMutablePointer<VipsImage>

    private let image: Pointer

    /// Runs `operation`, which must put a new reference into its argument and return 0.
    init(_ operation: (UnsafeMutablePointer<Pointer?>) -> Int32) throws(VipsFailure) {
        var out: Pointer?
        guard operation(&out) == 0, let out else {
            if let out { mantel_vips_release(out) }
            throw VipsFailure.last()
        }
        image = out
    }

    deinit { mantel_vips_release(image) }

    var width: Int { Int(vips_image_get_width(image)) }
    var height: Int { Int(vips_image_get_height(image)) }
    var bands: Int { Int(vips_image_get_bands(image)) }
    var format: VipsBandFormat { vips_image_get_format(image) }
    var interpretation: VipsInterpretation { vips_image_get_interpretation(image) }
    var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }
    var hasProfile: Bool { vips_image_get_typeof(image, "icc-profile-data") != 0 }
    var pages: Int { Int(vips_image_get_n_pages(image)) }

    func applying(_ operation: Operation) throws(VipsFailure) -> VipsImageReference {
        try VipsImageReference { out in operation(image, out) }
    }

    /// The pixels decoded once and for all, so that they can be read in any order.
    func inMemory() throws(VipsFailure) -> VipsImageReference {
        try VipsImageReference { out in
            out.pointee = vips_image_copy_memory(image)
            return out.pointee == nil ? -1 : 0
        }
    }

    func text(_ field: String) -> String? {
        guard vips_image_get_typeof(image, field) != 0 else { return nil }
        var value: UnsafePointer<CChar>?
        guard vips_image_get_string(image, field, &value) == 0, let value else { return nil }
        return String(cString: value)
    }

    /// All pixels of all bands.
    func pixels() throws(VipsFailure) -> [UInt8] {
        var size = 0
        guard let memory = vips_image_write_to_memory(image, &size) else { throw VipsFailure.last() }
        defer { g_free(memory) }
        return [UInt8](UnsafeRawBufferPointer(start: memory, count: size))
    }

    func jpeg(quality: Int32) throws(VipsFailure) -> [UInt8] {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard mantel_vips_save_jpeg(image, &bytes, &count, quality) == 0, let bytes else { throw VipsFailure.last() }
        defer { g_free(bytes) }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    }
}

/// What libvips wrote into its error buffer. For the log, never for a person.
struct VipsFailure: Error {
    var message: String

    static func last() -> VipsFailure {
        defer { vips_error_clear() }
        return VipsFailure(message: String(cString: vips_error_buffer()).prefix(500).description)
    }

    /// libvips and the libraries below it say this in several ways when a file ends early.
    var isCutOff: Bool {
        let message = message.lowercased()
        return ["premature end", "end of stream", "truncated", "unable to read", "out of order read", "end of file", "insufficient data", "not enough data", "libspng read error"]
            .contains { message.contains($0) }
    }
}
