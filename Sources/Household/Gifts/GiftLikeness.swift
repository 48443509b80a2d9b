import Foundation

/// Whether two names may mean much the same gift: "Wool scarf" and "scarf (red)", "Slippers" and "slipper".
///
/// Errs on the side of asking: what is alike is only ever pointed out, never refused.
public struct GiftLikeness: Sendable {
    /// Shared triples of letters, of all of both, from which on two names are alike (Dice's coefficient).
    private static let threshold = 0.65

    private let words: Set<String>
    private let triples: [String: Int]

    public init(_ name: String) {
        let folded = name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: Locale(identifier: "en_US_POSIX"))
        let all = folded.split { !$0.isLetter && !$0.isNumber }.map { Self.stem(String($0)) }
        // Short words say little, unless there are no others.
        let telling = all.filter { $0.count >= 4 }
        words = Set(telling.isEmpty ? all : telling)
        triples = words.reduce(into: [:]) { counts, word in
            let padded = Array("  \(word) ")
            for start in 0..<(padded.count - 2) { counts[String(padded[start..<(start + 3)]), default: 0] += 1 }
        }
    }

    public func isLike(_ other: GiftLikeness) -> Bool {
        guard !words.isEmpty, !other.words.isEmpty else { return false }
        if words.isSubset(of: other.words) || other.words.isSubset(of: words) { return true }
        let shared = triples.reduce(0) { $0 + min($1.value, other.triples[$1.key] ?? 0) }
        let all = triples.values.reduce(0, +) + other.triples.values.reduce(0, +)
        return Double(2 * shared) >= Self.threshold * Double(all)
    }

    /// The commonest plural of English, French and Spanish; other endings are left to the triples.
    private static func stem(_ word: String) -> String { word.count > 4 && word.hasSuffix("s") ? String(word.dropLast()) : word }
}
