/// What somebody wants to be told of budgets, and how.
struct NoticeSettings: Sendable {
    /// When notices of a budget come, as the choice of a form.
    enum Choice: Sendable, Hashable {
        case household
        case own([Int])

        /// "household", "80,100", "none"; nil for what is no such list.
        init?(_ text: String) {
            if text == "household" { self = .household; return }
            let parts = text == "none" ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.allSatisfy({ $0.map((1...100).contains) ?? false }), parts.count <= 5 else { return nil }
            self = .own(parts.compactMap(\.self))
        }

        init(mine: [Int]?) { self = mine.map { .own($0) } ?? .household }

        var text: String {
            switch self {
            case .household: "household"
            case .own([]): "none"
            case .own(let percents): percents.map(String.init).joined(separator: ",")
            }
        }

        /// Nil: the household's.
        var percents: [Int]? { if case .own(let percents) = self { percents } else { nil } }
    }

    struct Thresholds: Sendable {
        /// Nil where the household's hold.
        var mine: [Int]?
        var household: [Int]
    }

    var byMail: Bool
    /// Nil for who sees no budgets.
    var thresholds: Thresholds?

    func html(in frame: Frame) -> HTML {
        let mail = Field("mail", "By mail too", .choice([.init("yes", "Yes, send me mail"), .init("no", "No, only here")]), value: byMail ? "yes" : "no")
        return disclosure("What you are told", icon: .bell, frame.form("/notices/settings", """
            \(thresholds.map { Field("at", "Tell me of a budget", .choice(choices($0)), value: Choice(mine: $0.mine).text).html(scope: "told") })\
            \(mail.html(scope: "told"))<button class="button wide">Save</button>
            """))
    }

    private func choices(_ thresholds: Thresholds) -> [Field.Choice] {
        var offered: [Choice] = [.household, .own([80, 100]), .own([100]), .own([])]
        let mine = Choice(mine: thresholds.mine)
        if !offered.contains(mine) { offered.append(mine) }
        return offered.map { .init($0.text, words($0, thresholds.household)) }
    }

    private func words(_ choice: Choice, _ household: [Int]) -> String {
        switch choice {
        case .household: "As the household does (\(Self.words(household)))"
        case .own([]): "Never"
        case .own(let percents): Self.words(percents).capitalizedFirst
        }
    }

    private static func words(_ percents: [Int]) -> String {
        if percents.isEmpty { return "never" }
        let parts = percents.sorted().map { $0 == 100 ? "when it is over" : "at \($0) %" }
        return parts.joined(separator: " and ")
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
