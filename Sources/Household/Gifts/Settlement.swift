/// The transfers that bring what people owe each other to nothing.
public struct Settlement: Sendable, Hashable {
    public struct Transfer: Sendable, Hashable {
        public var from: Member.ID
        public var to: Member.ID
        /// Minor units, more than 0.
        public var minor: Int

        public init(from: Member.ID, to: Member.ID, minor: Int) {
            self.from = from
            self.to = to
            self.minor = minor
        }
    }

    /// People with a balance up to whom the number of transfers is the least there is. To find it is NP-hard: the
    /// search looks at every subset. Above, pairs that cancel out come first, and then the largest debt meets the
    /// largest claim: never more than one transfer less than there are people, but now and then not the fewest.
    public static let exactUpTo = 14

    public let transfers: [Transfer]

    /// - Parameter balances: minor units that are owed to each; negative for who owes. Nil unless they add up to 0.
    public init?(_ balances: [Member.ID: Int]) {
        guard balances.values.reduce(0, +) == 0 else { return nil }
        // In the order of ids, so that the same balances always have the same transfers.
        let open = balances.filter { $0.value != 0 }.map { Balance(member: $0.key, minor: $0.value) }
            .sorted { $0.member.description < $1.member.description }
        let groups = open.count <= Self.exactUpTo ? Self.cancelling(open) : Self.pairs(open)
        transfers = groups.flatMap(Self.greedy)
    }

    private struct Balance {
        var member: Member.ID
        var minor: Int
    }

    /// As many groups as there can be that each add up to 0. A group of n needs n - 1 transfers, so the most groups
    /// mean the fewest transfers.
    private static func cancelling(_ open: [Balance]) -> [[Balance]] {
        let count = 1 << open.count
        var sums = Array(repeating: 0, count: count)
        // The most groups that the people of a set can be put into one after the other, and who comes last.
        var most = Array(repeating: 0, count: count), last = Array(repeating: 0, count: count)
        for set in 1..<max(count, 1) {
            sums[set] = sums[set & (set - 1)] + open[set.trailingZeroBitCount].minor
            var best = -1
            for index in open.indices where set & 1 << index != 0 && most[set & ~(1 << index)] > best {
                best = most[set & ~(1 << index)]
                last[set] = index
            }
            most[set] = best + (sums[set] == 0 ? 1 : 0)
        }
        var groups: [[Balance]] = [], set = count - 1
        while set != 0 {
            if sums[set] == 0 { groups.append([]) }
            groups[groups.count - 1].append(open[last[set]])
            set &= ~(1 << last[set])
        }
        return groups
    }

    /// Pairs that cancel out, and everybody else.
    private static func pairs(_ open: [Balance]) -> [[Balance]] {
        var groups: [[Balance]] = [], rest: [Balance] = []
        for balance in open {
            if let index = rest.firstIndex(where: { $0.minor == -balance.minor }) {
                groups.append([rest.remove(at: index), balance])
            } else {
                rest.append(balance)
            }
        }
        return groups + [rest]
    }

    /// Each transfer brings at least one of a group to 0, and the last one two.
    private static func greedy(_ group: [Balance]) -> [Transfer] {
        var debtors = group.filter { $0.minor < 0 }, creditors = group.filter { $0.minor > 0 }
        var transfers: [Transfer] = []
        while let debtor = debtors.indices.min(by: { debtors[$0].minor < debtors[$1].minor }),
            let creditor = creditors.indices.max(by: { creditors[$0].minor < creditors[$1].minor })
        {
            let minor = min(-debtors[debtor].minor, creditors[creditor].minor)
            transfers.append(Transfer(from: debtors[debtor].member, to: creditors[creditor].member, minor: minor))
            debtors[debtor].minor += minor
            creditors[creditor].minor -= minor
            debtors.removeAll { $0.minor == 0 }
            creditors.removeAll { $0.minor == 0 }
        }
        return transfers
    }
}
