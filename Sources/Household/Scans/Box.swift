/// A rectangle on the normalised picture, in its pixels, from the top left. Coded as `[x, y, width, height]`.
public struct Box: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var right: Int { x + width }
    public var bottom: Int { y + height }
    public var middle: Int { y + height / 2 }

    public func union(_ other: Box) -> Box {
        let left = min(x, other.x), top = min(y, other.y)
        return Box(x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }

    /// Pixels of height that both share.
    public func verticalOverlap(_ other: Box) -> Int { max(0, min(bottom, other.bottom) - max(y, other.y)) }

    /// Pixels of width that both share.
    public func horizontalOverlap(_ other: Box) -> Int { max(0, min(right, other.right) - max(x, other.x)) }
}

extension Box: Codable {
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        x = try container.decode(Int.self)
        y = try container.decode(Int.self)
        width = try container.decode(Int.self)
        height = try container.decode(Int.self)
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for number in [x, y, width, height] { try container.encode(number) }
    }
}
