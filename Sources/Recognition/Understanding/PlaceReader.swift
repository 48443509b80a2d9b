import Foundation
import Household

/// The place is a line with a word of a venue, a street with a number, or what follows "at".
struct PlaceReader {
    let page: FlyerPage

    private static let leastScore = 0.5
    private static let longest = 160

    func fill(_ draft: inout EventDraft) {
        let ranked = page.lines.indices.map { ($0, score(page.lines[$0])) }.filter { $0.1 >= Self.leastScore }.sorted { $0.1 > $1.1 }
        guard let (index, score) = ranked.first else { return }
        var box = page.lines[index].box
        var parts = [text(page.lines[index])]
        // The address stands right below its venue, or the venue right above its address.
        for (next, isBelow) in [(index + 1, true), (index - 1, false)] where page.lines.indices.contains(next) && parts.count < 2 {
            let line = page.lines[next]
            let gap = isBelow ? line.box.y - box.bottom : box.y - line.box.bottom
            guard self.score(line) >= Self.leastScore, gap < 2 * max(line.height, page.lines[index].height) else { continue }
            parts.insert(text(line), at: isBelow ? parts.count : 0)
            box = box.union(line.box)
        }
        let location = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        guard location.count >= 3 else { return }
        draft.location = String(location.prefix(Self.longest))
        draft.fields[.location] = DraftField(
            confidence: (page.lines[index].confidence * min(0.9, 0.4 + 0.3 * score)).rounded(toPlaces: 2), box: box,
            alternatives: ranked.dropFirst().map { text(page.lines[$0.0]) }.filter { !parts.contains($0) && !$0.isEmpty }.prefix(3).map(\.self))
    }

    private func score(_ line: FlyerPage.Line) -> Double {
        let words = line.words
        guard line.confidence >= 0.5, !words.isEmpty, !words.contains(where: WebAddress.isAddress) else { return 0 }
        var score = 0.0
        let capitalised = line.tokens.all.filter { $0.kind == .letters && Lexicon.venues.contains($0.folded) && $0.text.first?.isUppercase == true }
        if !capitalised.isEmpty { score += 0.7 }
        if hasStreet(line) { score += 0.9 }
        if hasPostcode(line) { score += 0.6 }
        if hasRoom(line) { score += 0.6 }
        if score > 0, ["at", "location", "where", "venue", "lieu", "ort", "lugar", "in"].contains(words[0]) { score += 0.4 }
        if ["location", "where", "venue", "lieu", "wo", "lugar"].contains(words[0]) && words.count > 1 { score += 0.9 }
        if line.tokens.folded(0) == "@", words.count >= 1 { score += 0.6 }
        // A sentence mentions places; an address is short.
        if words.count > 12 { score -= 0.5 }
        return score
    }

    private func hasStreet(_ line: FlyerPage.Line) -> Bool {
        let tokens = line.tokens
        return tokens.all.indices.contains { index in
            let word = tokens.folded(index)
            let isStreet = tokens[index]?.kind == .letters && (Lexicon.streets.contains(word) && word.count > 1 || Lexicon.streetEndings.contains { word.hasSuffix($0) && word.count > $0.count })
            guard isStreet, tokens[index]?.text.first?.isUppercase == true || word == "rue" || word == "calle" else { return false }
            return (index - 4...index + 5).contains { near in !line.moments.contains(near) && (1...9999).contains(tokens.number(near, digits: 4) ?? 0) }
        }
    }

    /// "ENA 103": a building in capitals and a room of three digits, and little else in the line.
    private func hasRoom(_ line: FlyerPage.Line) -> Bool {
        let words = line.tokens.line.words.map(\.text.trimmingPunctuation)
        guard words.count <= 5 else { return false }
        return zip(words, words.dropFirst()).contains { building, room in
            (2...4).contains(building.count) && building.allSatisfy { $0.isASCII && $0.isUppercase } && Lexicon.month(building.lowercased()) == nil
                && room.count == 3 && room.allSatisfy { $0.isASCII && $0.isNumber }
        }
    }

    /// "GU11 2LQ", or five digits, or four, before a capitalised word.
    private func hasPostcode(_ line: FlyerPage.Line) -> Bool {
        let words = line.tokens.line.words.map(\.text)
        for (index, word) in words.enumerated() {
            let next = index + 1 < words.count ? words[index + 1] : ""
            let trimmed = word.trimmingPunctuation, follower = next.trimmingPunctuation
            if (5...7).contains(trimmed.count + follower.count), follower.count == 3, follower.first?.isNumber == true, follower.dropFirst().allSatisfy({ $0.isLetter && $0.isUppercase }),
                trimmed.first?.isLetter == true, trimmed.contains(where: \.isNumber) { return true }
            if trimmed.count == 5, trimmed.allSatisfy({ $0.isASCII && $0.isNumber }), follower.first?.isUppercase == true { return true }
        }
        return false
    }

    /// The line without the date and time that may share it, and without "at" before it.
    private func text(_ line: FlyerPage.Line) -> String {
        let taken = Set(line.moments.compactMap { line.tokens[$0]?.word })
        var words = line.tokens.line.words.enumerated().filter { offset, word in
            !taken.contains(offset) && Lexicon.weekday(Tokens.fold(word.text)) == nil
        }.map(\.element.text)
        while let first = words.first, ["at", "@", "location", "where", "venue", "lieu", "ort", "wo", "lugar", "in", "|", "-", "•", "·"].contains(Tokens.fold(first)) { words.removeFirst() }
        return words.joined(separator: " ").trimmingPunctuation
    }
}

extension String {
    var trimmingPunctuation: String {
        var text = self[...]
        func isEdge(_ character: Character) -> Bool { character.isWhitespace || ",.;:|-–—*•·()[]~_".contains(character) }
        while let first = text.first, isEdge(first) { text = text.dropFirst() }
        while let last = text.last, isEdge(last) { text = text.dropLast() }
        return String(text)
    }
}

extension Tokens {
    /// Lower case, without accents and without marks at the ends.
    static func fold(_ word: String) -> String {
        let folded = word.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).lowercased()
        return folded.count > 1 ? folded.trimmingPunctuation : folded
    }
}
