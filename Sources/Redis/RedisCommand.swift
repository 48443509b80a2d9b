/// One command with its arguments. Arguments are length-prefixed on the wire: they may hold any bytes
/// and never need quoting.
public struct RedisCommand: Sendable, ExpressibleByArrayLiteral {
    public var arguments: [[UInt8]]

    public init(_ arguments: [String]) { self.arguments = arguments.map { Array($0.utf8) } }
    public init(bytes arguments: [[UInt8]]) { self.arguments = arguments }
    public init(arrayLiteral elements: String...) { self.init(elements) }
}
