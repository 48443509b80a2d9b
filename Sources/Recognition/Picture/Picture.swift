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

    /// Turned clockwise by a quarter.
    func turnedRight() -> Luminance {
        var turned = [UInt8](repeating: 255, count: pixels.count)
        for y in 0..<height {
            for x in 0..<width { turned[x * height + (height - 1 - y)] = pixels[y * width + x] }
        }
        return Luminance(width: height, height: width, pixels: turned)
    }
}
