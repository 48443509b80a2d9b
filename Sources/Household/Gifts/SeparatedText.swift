/// A table as spreadsheets save it (RFC 4180, and what they make of it): cells set apart by commas, semicolons
/// or tabs, cells in quotation marks, lines ending in CR LF or LF, a byte order mark before them.
public struct SeparatedText: Sendable, Hashable {
    /// Why a text is no table, in words for the person who chose the file.
    public struct Unreadable: Error, Hashable {
        public var reason: String
    }

    public struct Row: Sendable, Hashable {
        /// The line of the file that the row begins on; the first is 1.
        public var line: Int
        public var cells: [String]
    }

    /// Rows that a table may have.
    public static let largestRows = 2000
    /// UTF-8 bytes that a table may have.
    public static let largestBytes = 1_000_000

    /// Rows that are not blank, in their order.
    public let rows: [Row]

    /// Throws `Unreadable` for more than the limits, and for a quotation mark that is never closed.
    public init(_ text: String) throws(Unreadable) {
        guard text.utf8.count <= Self.largestBytes else { throw Unreadable(reason: "has more than \(Self.largestBytes / 1_000_000) MB") }
        let scalars = Array(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
        var reader = Reader(scalars: scalars, separator: Self.separator(of: scalars))
        var rows: [Row] = []
        while let row = try reader.next() {
            if row.cells.allSatisfy(\.isEmpty) { continue }
            rows.append(row)
            guard rows.count <= Self.largestRows else { throw Unreadable(reason: "has more than \(Self.largestRows) lines") }
        }
        self.rows = rows
    }

    /// The mark that stands most often in the first line outside quotation marks; a comma where none does.
    private static func separator(of scalars: [Unicode.Scalar]) -> Unicode.Scalar {
        var counts: [Unicode.Scalar: Int] = [:]
        var isQuoted = false
        for scalar in scalars {
            if scalar == "\"" { isQuoted.toggle() }
            if isQuoted { continue }
            if scalar == "\n" || scalar == "\r" { break }
            if scalar == "," || scalar == ";" || scalar == "\t" { counts[scalar, default: 0] += 1 }
        }
        // Of equally many, a tab or a semicolon is rarely anything else; a comma often is.
        return ["\t", ";", ","].max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? ","
    }
}

extension SeparatedText {
    /// A table as any spreadsheet reads it (RFC 4180): commas, CR LF, quotation marks where needed.
    ///
    /// What a spreadsheet would take for a formula gets an apostrophe before it, which is taken off again when the
    /// table is read; numbers stay as they are.
    public static func file(_ rows: [[String]]) -> String {
        rows.map { row in row.map { written(defused($0)) }.joined(separator: ",") + "\r\n" }.joined()
    }

    private static func written(_ cell: String) -> String {
        let needsMarks = cell.unicodeScalars.contains { ",;\"\r\n\t".unicodeScalars.contains($0) } || cell.first?.isWhitespace == true
        return needsMarks ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
    }

    private static func defused(_ cell: String) -> String {
        isFormula(cell) || cell.first == "'" && isFormula(String(cell.drop { $0 == "'" })) ? "'" + cell : cell
    }

    fileprivate static func restored(_ cell: String) -> String {
        cell.first == "'" && isFormula(String(cell.drop { $0 == "'" })) ? String(cell.dropFirst()) : cell
    }

    private static func isFormula(_ cell: String) -> Bool {
        guard let first = cell.first, "=+-@\t\r".contains(first) else { return false }
        return !cell.dropFirst().allSatisfy { $0.isASCII && $0.isNumber || $0 == "." } || cell.count == 1
    }
}

private struct Reader {
    let scalars: [Unicode.Scalar]
    let separator: Unicode.Scalar
    private var position = 0
    private var line = 1

    init(scalars: [Unicode.Scalar], separator: Unicode.Scalar) {
        self.scalars = scalars
        self.separator = separator
    }

    mutating func next() throws(SeparatedText.Unreadable) -> SeparatedText.Row? {
        guard position < scalars.count else { return nil }
        var row = SeparatedText.Row(line: line, cells: [])
        while true {
            row.cells.append(try cell())
            guard position < scalars.count else { return row }
            let end = scalars[position]
            position += 1
            if end == separator { continue }
            // A line's end: CR LF counts once.
            if end == "\r", position < scalars.count, scalars[position] == "\n" { position += 1 }
            line += 1
            return row
        }
    }

    /// Up to, and without, the separator or the end of the line.
    private mutating func cell() throws(SeparatedText.Unreadable) -> String {
        var text = String.UnicodeScalarView()
        if position < scalars.count, scalars[position] == "\"" { text = try quoted() }
        while position < scalars.count, scalars[position] != separator, scalars[position] != "\n", scalars[position] != "\r" {
            text.append(scalars[position])
            position += 1
        }
        let whole = String(text)
        return SeparatedText.restored(String(whole.trimming { $0.isWhitespace }))
    }

    private mutating func quoted() throws(SeparatedText.Unreadable) -> String.UnicodeScalarView {
        let start = line
        var text = String.UnicodeScalarView()
        position += 1
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            if scalar == "\"" {
                guard position < scalars.count, scalars[position] == "\"" else { return text }
                position += 1
            }
            if scalar == "\n" { line += 1 }
            text.append(scalar)
        }
        throw SeparatedText.Unreadable(reason: "has a quotation mark on line \(start) that is never closed")
    }
}

extension String {
    fileprivate func trimming(_ isDropped: (Character) -> Bool) -> Substring {
        var rest = drop(while: isDropped)
        while let last = rest.last, isDropped(last) { rest.removeLast() }
        return rest
    }
}
