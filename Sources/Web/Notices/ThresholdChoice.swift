/// When notices of a budget come, as the choice of a form.
enum ThresholdChoice: Sendable, Hashable {
    case household
    case own([Int])

    /// "household", "80,100", "none"; nil for what is no such list.
    init?(_ text: String) {
        if text == "household" { self = .household; return }
        let parts = text == "none" ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.allSatisfy({ $0.map((1...100).contains) ?? false }), parts.count <= 5 else { return nil }
        self = .own(parts.compactMap(\.self))
    }

    init(_ percents: [Int]?) { self = percents.map { .own($0) } ?? .household }

    var text: String {
        switch self {
        case .household: "household"
        case .own([]): "none"
        case .own(let percents): percents.map(String.init).joined(separator: ",")
        }
    }

    /// Nil: the household's.
    var percents: [Int]? { if case .own(let percents) = self { percents } else { nil } }

    /// What a form offers, the present one among it.
    ///
    /// - Parameter inherited: words for giving up lists of one's own; nil where there is nothing to fall back on.
    static func offered(present: [Int]?, inherited: String?) -> [Field.Choice] {
        var offered: [ThresholdChoice] = (inherited == nil ? [] : [.household]) + [.own([80, 100]), .own([100]), .own([])]
        let mine = ThresholdChoice(present)
        if !offered.contains(mine) { offered.append(mine) }
        return offered.map { choice in
            .init(choice.text, choice.percents.map { Self.words($0) }.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? inherited ?? "")
        }
    }

    static func words(_ percents: [Int]) -> String {
        if percents.isEmpty { return "never" }
        return percents.sorted().map { $0 == 100 ? "when it is over" : "at \($0) %" }.joined(separator: " and ")
    }
}
