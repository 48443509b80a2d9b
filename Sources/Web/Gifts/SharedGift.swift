import Household

/// Who bears what of a gift that several pay for, in words.
struct SharedGift: Sendable {
    struct Debt: Sendable {
        var from: String
        var to: String
        var amount: Money
    }

    /// Not bought yet: the shares are those of what it is thought to cost.
    var isExpected = false
    var paid: [(name: String, amount: Money)]
    var shares: [(name: String, amount: Money)]
    /// What no share covers: it stays with those who paid.
    var uncovered: Money
    /// What follows from this gift alone.
    var debts: [Debt]

    /// "Ben €3, Cy €3"
    static func list(_ sums: [(name: String, amount: Money)]) -> HTML {
        "\(sums.enumerated().map { index, sum in "\(index == 0 ? "" : ", ")\(sum.name) \(sum.amount)" as HTML })"
    }

    /// "Shared: Ben €3, Cy €3", where it is known what it costs.
    var fact: HTML {
        let names = shares.map(\.name).joined(separator: ", ")
        let isKnown = shares.contains { $0.amount.minor > 0 }
        return "<p class=fact><span class=quiet>\(isExpected && isKnown ? "Shared, about" : "Shared")</span> <span>\(isKnown ? Self.list(shares) : "\(names)")</span></p>"
    }

    /// The shares one below the other, and who owes whom.
    var html: HTML {
        let rows = shares.map { "<li class=row><span dir=auto>\($0.name)</span><b>\($0.amount)</b></li>" as HTML }
        return """
            <section class=card><h2>\(isExpected ? "What it would come to" : "Who bears what")</h2>\
            \(paid.isEmpty ? nil : "<p class=quiet>Paid: \(Self.list(paid))</p>")<ul class=list>\(rows)</ul>\
            \(uncovered.minor > 0 ? "<p class=quiet>\(uncovered) is in no share\(isExpected ? " yet" : " and stays with who paid").</p>" : nil)\
            \(debts.isEmpty ? nil : "<ul class=snug>\(debts.map { "<li>\($0.from) owes \($0.to) <b>\($0.amount)</b></li>" as HTML })</ul>")</section>
            """
    }
}
