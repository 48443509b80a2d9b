import Household

/// What it costs, as printed, and the first web address.
struct PriceReader {
    let page: FlyerPage

    private static let longest = 40

    func fill(_ draft: inout EventDraft) {
        for line in page.lines {
            if draft.price == nil, let (price, box) = amounts(line) ?? free(line) {
                draft.price = price
                draft.fields[.price] = DraftField(confidence: (line.confidence * 0.9).rounded(toPlaces: 2), box: box)
            }
            guard draft.url == nil else { continue }
            for word in line.tokens.line.words {
                guard let url = WebAddress.url(word.text) else { continue }
                draft.url = url
                draft.fields[.url] = DraftField(confidence: (word.confidence * 0.9).rounded(toPlaces: 2), box: word.box)
                break
            }
        }
    }

    /// From the first amount with a currency to the last in the line: "£9 (£7)", "12 € / 6 €".
    private func amounts(_ line: FlyerPage.Line) -> (String, Box)? {
        let words = line.tokens.line.words
        let priced = words.indices.filter { index in
            let text = words[index].text
            let hasDigit = text.contains { $0.isASCII && $0.isNumber }
            let hasMark = text.contains { Rejections.currencyMarks.contains(String($0)) }
            let next = index + 1 < words.count ? Tokens.fold(words[index + 1].text) : ""
            return hasDigit && (hasMark || Rejections.currencyMarks.contains(next) || Rejections.currencyWords.contains(next))
        }
        guard let first = priced.first, var last = priced.last else { return nil }
        let next = last + 1 < words.count ? words[last + 1].text : ""
        if Rejections.currencyMarks.contains(next) || Rejections.currencyWords.contains(Tokens.fold(next)) { last += 1 }
        let range = last - first <= 5 ? first...last : first...first + (priced.first == first && last > first ? 1 : 0)
        let text = words[range].map(\.text).joined(separator: " ").trimmingEdges
        guard text.count <= Self.longest else { return nil }
        return (text, words[range].dropFirst().reduce(words[first].box) { $0.union($1.box) })
    }

    /// "Free admission", "Eintritt frei"; not "free food".
    private func free(_ line: FlyerPage.Line) -> (String, Box)? {
        let words = line.words
        guard !Lexicon.free.isDisjoint(with: words), words.count == 1 || !Lexicon.admission.isDisjoint(with: words) else { return nil }
        return ("free", line.box)
    }
}

extension String {
    fileprivate var trimmingEdges: String {
        var text = self[...]
        while let last = text.last, ",.;:|-".contains(last) { text = text.dropLast() }
        return String(text)
    }
}
