/// What is open between those who pay for the same presents, present by present.
public struct OpenDebts: Sendable {
    /// For each present what is owed to each (negative: what each owes), in minor units; each adds up to 0.
    public var balances: [(gift: Gift.ID, owed: [Member.ID: Int])]

    public init(_ balances: [(gift: Gift.ID, owed: [Member.ID: Int])]) { self.balances = balances }

    /// Over all presents.
    public var total: [Member.ID: Int] {
        balances.reduce(into: [:]) { total, balance in total.merge(balance.owed, uniquingKeysWith: +) }
    }

    /// The most that one can pay back to another: what the one owes over all presents, or the other is owed.
    public func most(from: Member.ID, to: Member.ID) -> Int {
        let total = total
        return max(0, min(-(total[from] ?? 0), total[to] ?? 0))
    }

    /// Spreads a repayment over the presents, so that as many as can be are settled by it: first what the one owes the
    /// other, then what the one owes, then the rest on the first. Nil where it is nothing, or more than `most`.
    public func spread(_ minor: Int, from: Member.ID, to: Member.ID) -> [(gift: Gift.ID, minor: Int)]? {
        guard minor > 0, minor <= most(from: from, to: to) else { return nil }
        var left = minor, parts = Array(repeating: 0, count: balances.count)
        func take(_ index: Int, upTo most: Int) {
            let taken = max(0, min(left, most - parts[index]))
            parts[index] += taken
            left -= taken
        }
        for (index, balance) in balances.enumerated() { take(index, upTo: min(-(balance.owed[from] ?? 0), balance.owed[to] ?? 0)) }
        for (index, balance) in balances.enumerated() { take(index, upTo: -(balance.owed[from] ?? 0)) }
        if left > 0 { parts[0] += left }
        return zip(balances, parts).compactMap { $1 > 0 ? ($0.gift, $1) : nil }
    }
}
