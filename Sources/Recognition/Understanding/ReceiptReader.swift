import Household

/// Understands the words of a receipt, row by row: merchant on top, the day by its form, the total by its
/// label, and the lines above it, which must add up.
struct ReceiptReader {
    let context: ReadingContext

    func drafts(of words: [RecognizedWord]) -> [ReceiptDraft] {
        let rows = PageLayout(words, joinsColumns: true).lines.map(ReceiptRow.init)
        guard !rows.isEmpty else { return [] }
        var draft = ReceiptDraft()
        fillMerchant(&draft, rows)
        fillDay(&draft, rows)
        ReceiptTotal(rows: rows, currency: context.currency).fill(&draft)
        if draft.total == nil { draft.warnings.append("No total was found.") }
        if draft.day == nil { draft.warnings.append("No date was found.") }
        return draft.merchant == nil && draft.day == nil && draft.total == nil ? [] : [draft]
    }

    private static let companyWords: Set<String> = [
        "sdn", "bhd", "ltd", "limited", "gmbh", "inc", "llc", "plc", "co", "sarl", "sas", "sa", "sl", "ag", "kg", "restaurant", "restoran", "supermarket", "market",
        "mart", "store", "shop", "cafe", "enterprise", "trading", "bakery", "bakeries", "pharmacy", "books",
    ]
    private static let notMerchant: Set<String> = ["receipt", "invoice", "tax", "welcome", "rechnung", "ticket", "facture", "cash", "bill", "thank", "tel", "date", "no", "customer", "copy"]

    /// The first row of letters near the top, or the first with a word that companies have in their name.
    private func fillMerchant(_ draft: inout ReceiptDraft, _ rows: [ReceiptRow]) {
        let top = rows.prefix(8).filter { row in
            row.line.confidence >= 0.4 && row.line.text.filter(\.isLetter).count >= 4 && row.amount == nil
                && row.words.first.map { !Self.notMerchant.contains($0) } ?? false
        }
        let company = top.prefix(5).first { !Self.companyWords.isDisjoint(with: $0.words) }
        guard let row = company ?? top.first else { return }
        draft.merchant = row.line.text.trimmingPunctuation
        draft.fields[.merchant] = DraftField(
            confidence: (row.line.confidence * (company == nil ? 0.7 : 0.9)).rounded(toPlaces: 2), box: row.line.box,
            alternatives: top.filter { $0.line.box != row.line.box }.prefix(2).map { $0.line.text.trimmingPunctuation })
    }

    /// The first full date on or before the reference, labelled ones first. A receipt has its year printed.
    private func fillDay(_ draft: inout ReceiptDraft, _ rows: [ReceiptRow]) {
        let reader = DateReader(context: context)
        let clock = TimeReader(context: context, isEvening: false)
        var found: [(day: ResolvedDate, evidence: Evidence, isLabelled: Bool)] = []
        for row in rows {
            let times = clock.read(row.tokens, number: 0, skipping: row.rejections).filter { $0.end == nil }
            let taken = Set(times.flatMap(\.tokens)).union(row.rejections.tokens)
            for candidate in reader.read(row.tokens, number: 0, taken: taken) where candidate.start.year != nil {
                guard let day = YearResolution(reference: context.reference).resolve(candidate) else { continue }
                found.append((day, candidate.evidence, !row.words.allSatisfy { !["date", "datum", "fecha", "invoice", "time"].contains($0) }))
            }
        }
        let plausible = found.filter { $0.day.start <= context.reference && $0.day.start.days(until: context.reference) < 20 * 366 }
        guard let best = plausible.first(where: \.isLabelled) ?? plausible.first else { return }
        draft.day = best.day.start
        draft.fields[.day] = DraftField(
            confidence: (best.evidence.confidence * best.day.certainty).rounded(toPlaces: 2), box: best.evidence.box,
            alternatives: best.day.alternatives.map(\.description), note: best.day.note)
    }
}

/// One row of a receipt and the amount at its right end.
struct ReceiptRow {
    let line: TextLine
    let tokens: Tokens
    let rejections: Rejections
    let words: [String]
    /// The last amount with two decimals, in hundredths.
    let amount: (minor: Int, box: Box, confidence: Double)?

    init(_ line: TextLine) {
        self.line = line
        tokens = Tokens(line)
        rejections = Rejections(tokens)
        words = tokens.all.filter { $0.kind == .letters }.map(\.folded)
        amount = line.words.last { Self.hundredths($0.text) != nil }.flatMap { word in
            Self.hundredths(word.text).map { ($0, word.box, word.confidence) }
        }
    }

    /// "45.00", "1,234.50", "12,50", "RM5.90", "$8.20"; repaired only where two decimals are plain.
    static func hundredths(_ text: String) -> Int? {
        var digits = text[...]
        while let first = digits.first, !first.isNumber, first != "-" { digits = digits.dropFirst() }
        while let last = digits.last, !last.isNumber { digits = digits.dropLast() }
        let isNegative = digits.first == "-"
        if isNegative { digits = digits.dropFirst() }
        let parts = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard parts.count >= 2, parts.last?.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            parts.dropLast().dropFirst().allSatisfy({ $0.count == 3 }), parts[0].count <= 6, text.filter(\.isLetter).count <= 3,
            let value = Int(parts.joined())
        else { return nil }
        return isNegative ? -value : value
    }
}
