import Household

/// Words that stand in one row and are read together.
struct TextLine {
    var words: [RecognizedWord]
    var box: Box
    /// The middle height of its words in pixels: how large the text was set.
    var height: Int
    /// The mean of its words, by length.
    var confidence: Double

    init(_ words: [RecognizedWord]) {
        self.words = words
        box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
        height = words.map(\.box.height).sorted()[words.count / 2]
        let letters = words.reduce(0) { $0 + $1.text.count }
        confidence = letters == 0 ? 0 : words.reduce(0) { $0 + $1.confidence * Double($1.text.count) } / Double(letters)
    }

    var text: String { words.map(\.text).joined(separator: " ") }
}

/// Rows of a page, top to bottom, built from loose words.
struct PageLayout {
    /// Sure enough to be text at all; below this an engine mostly reads ornaments.
    static let leastConfidence = 0.25

    let lines: [TextLine]

    /// - Parameter joinsColumns: whether words far apart in one row belong together, as on a receipt.
    init(_ words: [RecognizedWord], joinsColumns: Bool = false) {
        let usable = words.filter { $0.confidence >= Self.leastConfidence && $0.box.height > 0 && $0.box.width > 0 }
        var pieces = Dictionary(grouping: usable, by: \.line).values.map { TextLine($0.sorted { $0.box.x < $1.box.x }) }
        pieces.sort { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
        var rows: [TextLine] = []
        for piece in pieces.sorted(by: { $0.box.x < $1.box.x }) {
            if let index = rows.lastIndex(where: { Self.continues($0, piece, joinsColumns) }) {
                rows[index] = TextLine(rows[index].words + piece.words)
            } else {
                rows.append(piece)
            }
        }
        lines = rows.sorted { ($0.box.middle, $0.box.x) < ($1.box.middle, $1.box.x) }
    }

    private static func continues(_ row: TextLine, _ piece: TextLine, _ joinsColumns: Bool) -> Bool {
        guard let last = row.words.last else { return false }
        let smaller = min(last.box.height, piece.height), larger = max(last.box.height, piece.height)
        let overlap = last.box.verticalOverlap(piece.box)
        guard 2 * overlap >= smaller, larger <= (joinsColumns ? 4 : 2) * smaller else { return false }
        let gap = piece.box.x - last.box.right
        return gap >= -smaller && (joinsColumns || gap <= 2 * larger)
    }
}
