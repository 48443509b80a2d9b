import Household

/// Finds the total by its label and its place, and checks it against what else is printed.
struct ReceiptTotal {
    let rows: [ReceiptRow]
    let currency: Currency

    private static let strong: Set<String> = ["total", "gesamt", "summe", "gesamtbetrag", "importe", "tot", "totaal", "ttc"]
    private static let weak: Set<String> = ["amount", "due", "payable", "nett", "net", "montant", "betrag", "zahlen", "balance"]
    /// A total of something else.
    private static let partial: Set<String> = ["sub", "subtotal", "zwischensumme", "qty", "item", "items", "discount", "disc", "savings", "tax", "gst", "vat", "mwst", "tva", "iva", "excl", "excluding", "before", "points"]
    private static let paid: Set<String> = ["cash", "card", "visa", "bar", "tendered", "efectivo", "especes", "paid", "payment", "mastercard"]
    private static let change: Set<String> = ["change", "ruckgeld", "cambio", "rendu", "monnaie"]

    func fill(_ draft: inout ReceiptDraft) {
        let labelled = rows.indices.compactMap { index -> (row: Int, score: Double, value: Amount)? in
            guard let score = score(rows[index]), let value = amount(near: index) else { return nil }
            return (index, score + 0.1 * Double(index) / Double(rows.count) + 0.3 * Double(rows[index].line.height) / Double(tallest), value)
        }.sorted { $0.score > $1.score }
        let cash = tendered()
        guard let best = labelled.first(where: { cash == nil || $0.value.minor == cash }) ?? labelled.first else {
            if let cash, let row = rows.first(where: { $0.amount?.minor == cash }), let amount = row.amount { set(&draft, amount, 0.6, others: []) }
            return
        }
        var confidence = min(1, best.value.confidence + 0.05) * 0.85
        let lines = purchases(above: best.row)
        let sum = lines.reduce(0) { $0 + $1.amount.minor }
        if cash == best.value.minor || sum == best.value.minor && !lines.isEmpty { confidence = min(1, confidence + 0.12) }
        set(&draft, best.value, confidence, others: labelled.map(\.value.minor))
        draft.lines = lines
        if !lines.isEmpty, sum != best.value.minor, cash != best.value.minor {
            draft.warnings.append("The lines add up to \(Money(minor: scaled(sum), currency: currency).plain), not to the total.")
        }
    }

    private typealias Amount = (minor: Int, box: Box, confidence: Double)

    private var tallest: Int { max(1, rows.map(\.line.height).max() ?? 1) }

    private func score(_ row: ReceiptRow) -> Double? {
        let words = Set(row.words)
        guard words.isDisjoint(with: Self.change) else { return nil }
        var score = 0.0
        if !words.isDisjoint(with: Self.strong) || row.words.contains(where: { $0.hasPrefix("total") || $0.hasSuffix("total") && $0 != "subtotal" }) { score = 1 }
        else if !words.isDisjoint(with: Self.weak) { score = 0.6 }
        guard score > 0 else { return nil }
        if !words.isDisjoint(with: Self.partial) {
            let isInclusive = !words.isDisjoint(with: ["incl", "inclusive", "including", "inc", "inkl"])
            score -= isInclusive ? 0 : 0.6
        }
        if !words.isDisjoint(with: ["grand", "nett", "payable", "due", "rounded", "rounding"]) && score >= 0.6 { score += 0.25 }
        return score
    }

    /// On the label's own row, or alone on the next.
    private func amount(near index: Int) -> Amount? {
        if let amount = rows[index].amount { return amount.minor > 0 ? amount : nil }
        guard rows.indices.contains(index + 1), let next = rows[index + 1].amount, next.minor > 0, rows[index + 1].words.filter({ $0.count > 2 }).isEmpty else { return nil }
        return next
    }

    /// What was given less what came back.
    private func tendered() -> Int? {
        guard let change = rows.last(where: { !Set($0.words).isDisjoint(with: Self.change) && $0.amount != nil })?.amount?.minor,
            let given = rows.last(where: { !Set($0.words).isDisjoint(with: Self.paid) && Set($0.words).isDisjoint(with: Self.change) && $0.amount != nil })?.amount?.minor,
            given > abs(change)
        else { return nil }
        return given - abs(change)
    }

    private func purchases(above total: Int) -> [ReceiptDraft.Line] {
        rows.prefix(total).compactMap { row in
            guard let amount = row.amount, amount.minor != 0, score(row) == nil else { return nil }
            let words = Set(row.words)
            guard words.isDisjoint(with: Self.partial), words.isDisjoint(with: Self.paid), words.isDisjoint(with: Self.change) else { return nil }
            let name = row.line.words.filter { ReceiptRow.hundredths($0.text) == nil && $0.text.contains(where: \.isLetter) }.map(\.text).joined(separator: " ").trimmingPunctuation
            guard name.filter(\.isLetter).count >= 3 else { return nil }
            return ReceiptDraft.Line(name: name, amount: Money(minor: scaled(amount.minor), currency: currency))
        }
    }

    private func set(_ draft: inout ReceiptDraft, _ amount: Amount, _ confidence: Double, others: [Int]) {
        draft.total = Money(minor: scaled(amount.minor), currency: currency)
        var seen: Set<Int> = [amount.minor]
        let alternatives = others.filter { seen.insert($0).inserted }.prefix(3).map { Money(minor: scaled($0), currency: currency).plain }
        draft.fields[.total] = DraftField(confidence: confidence.rounded(toPlaces: 2), box: amount.box, alternatives: Array(alternatives))
    }

    /// Printed with two decimals; a currency with another exponent keeps its value.
    private func scaled(_ hundredths: Int) -> Int { hundredths * currency.scale / 100 }
}
