/// What taking a sheet of gifts did, or would do.
public struct GiftImport: Sendable {
    public enum Outcome: Sendable, Hashable {
        /// The gift is new. `newRecipient`: so is the person.
        case added(newRecipient: Bool)
        /// The same row was taken before; nothing is added twice.
        case known
        /// The recipient has a gift of this name already, which did not come from this row: it is left as it is.
        case alike
        /// Words that end a sentence beginning with the column.
        case refused([GiftSheet.Column: String])
    }

    public struct Line: Sendable {
        public var row: GiftSheet.Row
        public var outcome: Outcome

        public init(row: GiftSheet.Row, outcome: Outcome) {
            self.row = row
            self.outcome = outcome
        }
    }

    public var lines: [Line]
    public var mark: DecimalMark?
    public var currency: Currency

    public init(lines: [Line], mark: DecimalMark?, currency: Currency) {
        self.lines = lines
        self.mark = mark
        self.currency = currency
    }

    public var added: [GiftSheet.Row] { lines.filter { if case .added = $0.outcome { true } else { false } }.map(\.row) }
    public var refused: Int { lines.count { if case .refused = $0.outcome { true } else { false } } }
}

/// Finds the people of a sheet among those of the household. Names are compared without case, accents' spelling and
/// blanks, and only here: what is stored refers to ids.
public struct RecipientsByName: Sendable {
    private var known: [String: [Recipient]]

    public init(_ recipients: [Recipient]) { known = Dictionary(grouping: recipients) { Self.key($0.name) } }

    public subscript(name: String) -> [Recipient] { known[Self.key(name)] ?? [] }

    public mutating func add(_ recipient: Recipient) { known[Self.key(recipient.name), default: []].append(recipient) }

    /// Swift compares canonically equal text as equal.
    /// Under which names that mean the same are found.
    public static func key(_ name: String) -> String { name.lowercased().split { $0.isWhitespace }.joined(separator: " ") }
}
