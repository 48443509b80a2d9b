/// A list of gifts as a family keeps it in a spreadsheet, read but not yet matched with anybody.
///
/// The first line names the columns, in English, German, French or Spanish. The decimal mark is decided once for the
/// whole sheet. A row that cannot be read says why and spoils no other.
public struct GiftSheet: Sendable, Hashable {
    public enum Column: String, Sendable, CaseIterable {
        case recipient, name, estimate, paid, status, url, notes
    }

    public struct Row: Sendable, Hashable {
        /// The line of the file; the first is 1.
        public var line: Int
        /// As it was written; never a key.
        public var recipient: String
        public var name: String
        /// Minor units of the sheet's currency; nil where the cell is empty, never 0 instead.
        public var estimate: Int?
        public var paid: Int?
        public var status: GiftStatus?
        public var url: String?
        public var notes: String?
        /// What keeps the row from being taken, as the end of a sentence that begins with the column.
        public var problems: [Column: String] = [:]

        /// What two rows have in common that mean the same gift.
        public var content: String {
            [recipient, name, estimate.map(String.init) ?? "", paid.map(String.init) ?? "", status?.rawValue ?? "", url ?? "", notes ?? ""]
                .joined(separator: "\u{1F}")
        }
    }

    /// Why a sheet as a whole is not taken.
    public enum Refusal: Error, Hashable {
        case unreadable(String)
        /// The first line names no such column.
        case missing(Column)
        /// The amounts have two readings: ask for the decimal mark.
        case ambiguousMark
        /// Some amounts can only be read with a point, others only with a comma.
        case mixedMarks

        /// The end of a sentence that begins with the table, with the remedy.
        public var words: String {
            switch self {
            case .unreadable(let reason): reason
            case .missing(.recipient): "has no column for whom each gift is: name one of the first line For"
            case .missing: "has no column for what each gift is: name one of the first line Gift"
            case .ambiguousMark: "has amounts such as 1.000 that can be read two ways: say whether cents follow a point or a comma"
            case .mixedMarks: "writes cents after a point in some lines and after a comma in others: use one mark, or say which it is"
            }
        }
    }

    public let columns: [Column]
    /// Nil where no amount has a mark.
    public let mark: DecimalMark?
    public let rows: [Row]

    /// - Parameter mark: said by a person; else it is decided from the amounts.
    public init(_ text: String, currency: Currency, mark said: DecimalMark? = nil) throws(Refusal) {
        let table: SeparatedText
        do { table = try SeparatedText(text) } catch { throw .unreadable(error.reason) }
        guard let head = table.rows.first else { throw .unreadable("is empty") }
        let columns = head.cells.map(Column.init(heading:))
        for needed in [Column.recipient, .name] where !columns.contains(needed) { throw .missing(needed) }
        let body = table.rows.dropFirst().map { row in Cells(row, columns) }
        mark = try Self.mark(said, in: body)
        let reader = AmountReader(currency, mark: mark)
        rows = body.map { $0.row(reader) }
        self.columns = columns.compactMap(\.self)
    }

    private static func mark(_ said: DecimalMark?, in body: [Cells]) throws(Refusal) -> DecimalMark? {
        if let said { return said }
        switch DecimalMark.evidence(in: body.flatMap { [$0[.estimate], $0[.paid]] }) {
        case .none: return nil
        case .clear(let mark): return mark
        case .ambiguous: throw .ambiguousMark
        case .mixed: throw .mixedMarks
        }
    }
}

extension GiftSheet.Column {
    /// Nil for a heading that means none of them.
    fileprivate init?(heading: String) {
        let word = heading.lowercased().filter { !$0.isWhitespace }
        guard let column = Self.allCases.first(where: { $0.headings.contains(word) }) else { return nil }
        self = column
    }

    private var headings: Set<String> {
        switch self {
        case .recipient: ["recipient", "for", "forwhom", "person", "who", "für", "fürwen", "empfänger", "pour", "pourqui", "destinataire", "personne", "para", "paraquién", "persona", "destinatario"]
        case .name: ["gift", "name", "present", "what", "item", "geschenk", "was", "cadeau", "quoi", "regalo", "qué"]
        case .estimate: ["estimate", "price", "amount", "cost", "budget", "preis", "betrag", "prix", "montant", "precio", "importe"]
        case .paid: ["paid", "spent", "actual", "bezahlt", "ausgegeben", "payé", "dépensé", "pagado", "gastado"]
        case .status: ["status", "state", "stand", "état", "statut", "estado"]
        case .url: ["url", "link", "shop", "lien", "enlace"]
        case .notes: ["notes", "note", "comment", "notiz", "notizen", "remarque", "nota", "notas"]
        }
    }
}

private struct Cells {
    let line: Int
    private var texts: [GiftSheet.Column: String] = [:]

    init(_ row: SeparatedText.Row, _ columns: [GiftSheet.Column?]) {
        line = row.line
        for (column, text) in zip(columns, row.cells) {
            if let column, texts[column] == nil { texts[column] = text }
        }
    }

    subscript(column: GiftSheet.Column) -> String { texts[column] ?? "" }

    func row(_ reader: AmountReader) -> GiftSheet.Row {
        var row = GiftSheet.Row(line: line, recipient: self[.recipient], name: self[.name])
        if row.recipient.isEmpty { row.problems[.recipient] = "is empty: say whom it is for" }
        if row.recipient.unicodeScalars.count > 200 { row.problems[.recipient] = "has more than 200 characters" }
        if row.name.isEmpty { row.problems[.name] = "is empty: say what it is" }
        if row.name.unicodeScalars.count > 300 { row.problems[.name] = "has more than 300 characters" }
        row.estimate = amount(.estimate, reader, &row)
        row.paid = amount(.paid, reader, &row)
        row.status = status(&row)
        row.url = text(.url, upTo: 2000, &row)
        row.notes = text(.notes, upTo: 10_000, &row)
        return row
    }

    private func text(_ column: GiftSheet.Column, upTo limit: Int, _ row: inout GiftSheet.Row) -> String? {
        guard !self[column].isEmpty else { return nil }
        if self[column].unicodeScalars.count > limit { row.problems[column] = "has more than \(limit) characters" }
        return self[column]
    }

    private func amount(_ column: GiftSheet.Column, _ reader: AmountReader, _ row: inout GiftSheet.Row) -> Int? {
        guard !self[column].isEmpty else { return nil }
        do throws(AmountReader.Unreadable) {
            let minor = try reader.read(self[column]).minor
            if minor < 0 { row.problems[column] = "must not be less than zero" }
            return minor
        } catch {
            row.problems[column] = error.reason
            return nil
        }
    }

    private func status(_ row: inout GiftSheet.Row) -> GiftStatus? {
        let word = self[.status].lowercased()
        guard !word.isEmpty else { return nil }
        guard let status = GiftStatus(word) else {
            row.problems[.status] = "is none of \(GiftStatus.allCases.map(\.rawValue).joined(separator: ", "))"
            return nil
        }
        return status
    }
}
