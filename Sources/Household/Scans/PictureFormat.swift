/// A picture file that a scan may be made of, told by its first bytes and never by its name.
public enum PictureFormat: String, Sendable, CaseIterable {
    case jpeg, png, webp, heic

    public var mediaType: String { "image/\(rawValue)" }
}

/// How much picture is taken. Each limit is checked from the header, before any decoder sees a byte.
public enum PictureLimits {
    public static let bytes = 15_000_000
    public static let pixels = 50_000_000
    /// JPEG itself cannot say more.
    public static let side = 65_535
}

/// Why bytes are not a picture we read.
public enum PictureRefusal: Error, Hashable, Sendable {
    case empty
    case tooManyBytes(Int)
    case tooManyPixels(width: Int, height: Int)
    case animated
    case cutOff
    case damaged
    /// A known kind of file that is not a photo; the name is for people, such as "a PDF".
    case otherFile(String)
    case unknown
}

extension PictureRefusal {
    /// One sentence for the person who sent the picture.
    public var sentence: String {
        switch self {
        case .empty: "The file is empty."
        case .tooManyBytes(let count):
            "The picture has \(count / 1_000_000) MB; at most \(PictureLimits.bytes / 1_000_000) MB are taken. Send a smaller copy."
        case .tooManyPixels(let width, let height):
            "The picture is \(width) × \(height) pixels; at most \(PictureLimits.pixels / 1_000_000) million are taken. Send a smaller copy."
        case .animated: "The picture is an animation. Send a still picture."
        case .cutOff: "The picture is cut off: not all of it arrived. Send it again."
        case .damaged: "The picture is damaged and cannot be opened. Take it again or send another copy."
        case .otherFile(let name): "This is \(name), not a photo. Send a JPEG, PNG, WebP or HEIC picture."
        case .unknown: "This is not a picture we know. Send a JPEG, PNG, WebP or HEIC picture."
        }
    }
}
