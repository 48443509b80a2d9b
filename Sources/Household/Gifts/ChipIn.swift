/// Who bears what of a gift that several pay for.
public struct ChipIn: Sendable {
    /// What somebody takes on.
    public enum Part: Sendable, Hashable {
        /// Minor units.
        case amount(Int)
        /// So many parts of what no amount covers; at least 1.
        case weight(Int)
    }

    /// What a gift cost somebody who paid for it, in the order of paying; refunds taken off.
    public var payments: [(member: Member.ID, minor: Int)]
    /// In the order of joining.
    public var parts: [(member: Member.ID, part: Part)]

    public init(payments: [(member: Member.ID, minor: Int)], parts: [(member: Member.ID, part: Part)]) {
        self.payments = payments
        self.parts = parts
    }

    public var cost: Int { payments.reduce(0) { $0 + $1.minor } }

    /// What each part comes to, in the order of `parts`.
    ///
    /// Amounts count in full; where they are more than the gift cost, they shrink in proportion. What they leave is
    /// shared by the weights. Without weights the rest stays with those who paid, and with no parts all of it does.
    public var shares: [Int] {
        let amounts = parts.map { if case .amount(let minor) = $0.part { minor } else { 0 } }
        let weights = parts.map { if case .weight(let weight) = $0.part { weight } else { 0 } }
        let promised = amounts.reduce(0, +), cost = max(cost, 0)
        if promised >= cost { return promised == 0 ? amounts : Split.byWeights(cost, amounts) }
        guard weights.contains(where: { $0 > 0 }) else { return amounts }
        return zip(amounts, Split.byWeights(cost - promised, weights)).map { $0 + $1 }
    }

    /// Minor units that are owed to each (negative: that each owes); the sum is 0.
    public var balances: [Member.ID: Int] {
        guard !parts.isEmpty, cost > 0 else { return [:] }
        let shares = shares
        var balances: [Member.ID: Int] = [:]
        for ((member, _), share) in zip(parts, shares) { balances[member, default: 0] -= share }
        // What the parts bear comes back to those who paid, in proportion to what each did.
        let back = Split.byWeights(shares.reduce(0, +), payments.map { max($0.minor, 0) })
        for ((member, _), minor) in zip(payments, back) { balances[member, default: 0] += minor }
        return balances.filter { $0.value != 0 }
    }

    /// What everybody bears in the end, in minor units: their shares, and of who paid what no share covers. It adds up to the cost.
    public var borne: [Member.ID: Int] {
        var borne = payments.reduce(into: [Member.ID: Int]()) { $0[$1.member, default: 0] += $1.minor }
        for (member, minor) in balances { borne[member, default: 0] -= minor }
        return borne
    }
}
