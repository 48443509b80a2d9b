import Household

/// The title is the largest coherent block that says nothing else: no date, place, price, "presents" or request.
struct TitleReader {
    let page: FlyerPage

    private static let mostLines = 4
    private static let leastConfidence = 0.55

    func fill(_ draft: inout EventDraft) {
        let blocks = candidates(excluding: draft.location).sorted { $0.score > $1.score }
        guard let best = blocks.first else { return }
        draft.title = best.text
        let rivals = blocks.dropFirst().prefix(3)
        let lead = rivals.first.map { min(1, best.score / max($0.score, 1) - 0.6) } ?? 1
        draft.fields[.title] = DraftField(
            confidence: (best.confidence * max(0.4, lead)).rounded(toPlaces: 2), box: best.box, alternatives: rivals.map(\.text))
    }

    private struct Block {
        var text: String
        var box: Box
        var height: Int
        var confidence: Double
        var score: Double
    }

    private func candidates(excluding location: String?) -> [Block] {
        var blocks: [Block] = []
        var used = Set<Int>()
        let usable = page.lines.indices.filter { isTitleLike(page.lines[$0], location) }
        for index in usable.sorted(by: { page.lines[$0].height > page.lines[$1].height }) where !used.contains(index) {
            var members = [index]
            for direction in [1, -1] {
                var last = index
                while members.count < Self.mostLines, let next = neighbour(of: last, direction, usable), !used.contains(next), belongs(page.lines[next], to: page.lines[last], page.lines[index]) {
                    members.append(next)
                    last = next
                }
            }
            used.formUnion(members)
            blocks.append(block(members.sorted()))
        }
        return blocks
    }

    private func neighbour(of index: Int, _ direction: Int, _ usable: [Int]) -> Int? {
        let next = index + direction
        return usable.contains(next) ? next : nil
    }

    private func belongs(_ line: FlyerPage.Line, to last: FlyerPage.Line, _ first: FlyerPage.Line) -> Bool {
        let smaller = Double(min(line.height, first.height)), larger = Double(max(line.height, first.height))
        let gap = max(line.box.y, last.box.y) - min(line.box.bottom, last.box.bottom)
        return larger <= 1.45 * smaller && Double(gap) <= 1.1 * larger
    }

    private func isTitleLike(_ line: FlyerPage.Line, _ location: String?) -> Bool {
        let words = line.words
        let letters = line.text.filter(\.isLetter).count
        guard letters >= 3, line.confidence >= Self.leastConfidence, line.free >= 0.55, Double(letters) >= 0.5 * Double(line.text.filter { !$0.isWhitespace }.count) else { return false }
        guard words.contains(where: { $0.count >= 3 }) else { return false }
        if line.text == location { return false }
        if let first = words.first, Lexicon.urging.contains(first) { return false }
        return Lexicon.presenting.isDisjoint(with: words.suffix(1)) && !line.text.contains("@")
    }

    private func block(_ members: [Int]) -> Block {
        let lines = members.map { page.lines[$0] }
        let box = lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }
        let height = lines.map(\.height).max() ?? 0
        let confidence = lines.map(\.confidence).reduce(0, +) / Double(lines.count)
        // Letters too: a lone large syllable is a logo more often than a title.
        let letters = lines.reduce(0) { $0 + $1.text.filter(\.isLetter).count }
        let length = min(1, 0.5 + Double(letters) / 24)
        let place = 1.1 - 0.35 * Double(box.middle) / Double(page.height)
        let text = Self.calm(lines.map { Self.trimmed($0.text) }.joined(separator: " "))
        return Block(text: text, box: box, height: height, confidence: confidence, score: Double(height) * confidence * length * place)
    }

    private static func trimmed(_ text: String) -> String {
        let edge: Set<Character> = ["|", "~", "_", "*", "=", "\\", "/", "<", ">", "{", "}", "[", "]", "-", "—", "–", ".", ",", ":", ";", "'", "‘", "’", "`", "•", "·", "«", "»"]
        var text = text[...]
        while let first = text.first, edge.contains(first) || first == " " { text = text.dropFirst() }
        while let last = text.last, edge.contains(last) || last == " " { text = text.dropLast() }
        return String(text)
    }

    /// Shouting becomes sentence case; short words in capitals among others stay as they are.
    static func calm(_ text: String) -> String {
        guard text.filter(\.isLetter).count > 3, text == text.uppercased() else { return text }
        let lower = text.lowercased()
        return lower.prefix(1).uppercased() + lower.dropFirst()
    }
}
