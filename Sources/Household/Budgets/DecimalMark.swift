/// The mark before the minor digits of amounts in one column. A column has one, whatever single cells look like.
public enum DecimalMark: String, Sendable, CaseIterable, LosslessStringConvertible {
    case point, comma

    public init?(_ description: String) { self.init(rawValue: description) }
    public var description: String { rawValue }

    var character: Character { self == .point ? "." : "," }
    var other: DecimalMark { self == .point ? .comma : .point }

    /// What a column says about its mark.
    public enum Evidence: Sendable, Hashable {
        /// No cell has a mark: either reading gives the same amounts.
        case none
        /// At least one cell can only be read with this mark, and none only with the other.
        case clear(DecimalMark)
        /// Cells such as "1.000" alone have two readings: whoever brings the column must say.
        case ambiguous
        /// Some cells can only be read one way, some only the other.
        case mixed
    }

    /// Looks at all cells of a column together.
    public static func evidence(in column: some Sequence<String>) -> Evidence {
        var found: Set<DecimalMark> = []
        var isAmbiguous = false
        for cell in column {
            switch reading(of: cell) {
            case .clear(let mark): found.insert(mark)
            case .ambiguous: isAmbiguous = true
            case .none, .mixed: break
            }
        }
        if found.count > 1 { return .mixed }
        return found.first.map { .clear($0) } ?? (isAmbiguous ? .ambiguous : .none)
    }

    private static func reading(of cell: String) -> Evidence {
        let digits = cell.filter { $0 == "." || $0 == "," || $0.isASCII && $0.isNumber }
        let marks = digits.filter { $0 == "." || $0 == "," }
        guard let last = marks.last, let mark = allCases.first(where: { $0.character == last }) else { return .none }
        // Both marks: the last is the decimal one. The same twice: it can only set thousands apart.
        if Set(marks).count == 2 { return .clear(mark) }
        if marks.count > 1 { return .clear(mark.other) }
        let pieces = digits.split(separator: last, omittingEmptySubsequences: false)
        let isThousands = pieces[1].count == 3 && (1...3).contains(pieces[0].count) && pieces[0].first != "0"
        return isThousands ? .ambiguous : .clear(mark)
    }
}
