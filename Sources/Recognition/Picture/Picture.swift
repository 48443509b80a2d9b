public import Household

/// A normalised picture: upright, sRGB on white, at most 2400 px long, with nothing of the file it came from
/// but its pixels and the day it was taken.
public struct Picture: Sendable {
    /// The long side of the kept copy in pixels.
    public static let longestSide = 2400

    public let jpeg: [UInt8]
    public let width: Int
    public let height: Int
    /// EXIF DateTimeOriginal, unchecked: cameras lie.
    public let taken: Day?
    let luminance: Luminance
}

/// The brightness of each pixel, row by row, 8 bits, 255 white.
struct Luminance: Sendable {
    var width: Int
    var height: Int
    var pixels: [UInt8]

    var longSide: Int { max(width, height) }
}

/// How far a picture is turned clockwise beyond what its file says.
enum Turn: CaseIterable { case none, right, half, left }
