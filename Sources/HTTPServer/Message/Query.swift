/// Decoded name and value pairs of a query or a form, in order; a name may occur several times.
public struct Query: Sendable, Sequence {
    public typealias Element = (name: String, value: String)

    /// More pairs than this are refused: no page or program of ours sends as many.
    public static let maximumPairs = 1000

    private let pairs: [Element]

    public init() { pairs = [] }

    /// Nil where a pair does not decode (see `PercentCoding`) or there are too many.
    public init?(_ text: some StringProtocol) {
        var pairs: [Element] = []
        if !text.isEmpty {
            for piece in Substring(text).utf8.split(separator: UInt8(ascii: "&")) {
                let piece = Substring(piece)
                let mark = piece.utf8.firstIndex(of: UInt8(ascii: "="))
                let value = mark.map { piece[piece.utf8.index(after: $0)...] } ?? ""
                guard let name = PercentCoding.decode(piece[..<(mark ?? piece.endIndex)], plusIsSpace: true),
                    let value = PercentCoding.decode(value, plusIsSpace: true), pairs.count < Self.maximumPairs
                else { return nil }
                pairs.append((name: name, value: value))
            }
        }
        self.pairs = pairs
    }

    /// The first value of `name`.
    public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// Every value of `name`, in order.
    public func all(_ name: String) -> [String] { pairs.compactMap { $0.name == name ? $0.value : nil } }

    public func makeIterator() -> IndexingIterator<[Element]> { pairs.makeIterator() }
}
