import Foundation
import Household

/// A run of digits, a run of letters, or one mark, with the word it came from.
struct Token {
    enum Kind { case number, letters, mark }

    var kind: Kind
    /// As printed.
    var text: String
    /// Lower case without accents.
    var folded: String
    /// The number; nil for others and for more than nine digits.
    var value: Int?
    /// Index of the word in its line.
    var word: Int
    /// Whether a space was before it.
    var spaced: Bool
}

/// Cuts a line into tokens. Repairs digits read as letters only inside what is otherwise a number.
struct Tokens {
    var all: [Token] = []
    let line: TextLine

    init(_ line: TextLine) {
        self.line = line
        for (index, word) in line.words.enumerated() { append(Self.repaired(word.text), word: index) }
    }

    private mutating func append(_ text: String, word: Int) {
        var run = ""
        var kind: Token.Kind?
        var first = true
        func close(_ tokens: inout [Token]) {
            guard let ended = kind, !run.isEmpty else { return }
            let folded = run.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil).lowercased()
            tokens.append(Token(kind: ended, text: run, folded: folded, value: ended == .number && run.count < 10 ? Int(folded) : nil, word: word, spaced: first))
            first = false
            run = ""
        }
        for character in text {
            let next: Token.Kind = character.isASCII && character.isNumber ? .number : character.isLetter ? .letters : .mark
            if next != kind || next == .mark {
                close(&all)
                kind = next
            }
            run.append(character)
        }
        close(&all)
    }

    /// `2O` is 20 and `l5th` is 15th, but `SOS` stays: at least one real digit must be there, and what
    /// remains when digits, lookalikes and marks are gone must be nothing.
    private static func repaired(_ text: String) -> String {
        guard text.contains(where: { $0.isASCII && $0.isNumber }), text.contains(where: { lookalikes[$0] != nil }) else { return text }
        var body = text[...]
        var tail = ""
        let lower = text.lowercased()
        for suffix in ["th", "st", "nd", "rd", "pm", "am", "p.m.", "a.m.", "p", "h"] where lower.hasSuffix(suffix) && lower.count > suffix.count {
            body = text.dropLast(suffix.count)
            tail = String(text.suffix(suffix.count))
            break
        }
        let clear = body.allSatisfy { $0.isASCII && $0.isNumber || lookalikes[$0] != nil || ":.-/".contains($0) }
        guard clear, body.contains(where: { $0.isASCII && $0.isNumber }) else { return text }
        return String(body.map { lookalikes[$0] ?? $0 }) + tail
    }

    private static let lookalikes: [Character: Character] = ["O": "0", "o": "0", "l": "1", "I": "1", "|": "1", "S": "5", "B": "8"]

    subscript(_ index: Int) -> Token? { all.indices.contains(index) ? all[index] : nil }

    func folded(_ index: Int) -> String { self[index]?.folded ?? "" }

    /// The number at `index` if it has at most `digits` digits.
    func number(_ index: Int, digits: Int = 2) -> Int? {
        guard let token = self[index], token.kind == .number, token.text.count <= digits else { return nil }
        return token.value
    }

    func evidence(_ range: Range<Int>) -> Evidence {
        let range = range.clamped(to: all.indices)
        let words = Set(all[range].map(\.word)).sorted().map { line.words[$0] }
        guard let first = words.first else { return Evidence(box: line.box, height: line.height, confidence: line.confidence) }
        let box = words.dropFirst().reduce(first.box) { $0.union($1.box) }
        let confidence = words.map(\.confidence).reduce(0, +) / Double(words.count)
        return Evidence(box: box, height: words.map(\.box.height).max() ?? 0, confidence: confidence)
    }
}

/// Where on the picture something was read, how large and how surely.
struct Evidence {
    var box: Box
    var height: Int
    var confidence: Double
}
