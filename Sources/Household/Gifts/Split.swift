/// Shares of an exact amount, which add up to it to the last minor unit.
///
/// By largest remainder: each share is its exact part rounded down or up, the largest rests are rounded up, and of equal
/// rests the earlier. The same question has the same answer, and a refund has the mirrored one.
public enum Split {
    /// 1.00 over three is 0.34, 0.33 and 0.33. Empty for less than one share.
    public static func equally(_ minor: Int, over count: Int) -> [Int] {
        count < 1 ? [] : byWeights(minor, Array(repeating: 1, count: count))
    }

    /// Shares in proportion to `weights`, in their order.
    ///
    /// - Parameters:
    ///   - minor: at most `Money.largestMinor`, either way.
    ///   - weights: none negative. Where all are 0 the shares are equal, because nothing tells them apart.
    public static func byWeights(_ minor: Int, _ weights: [Int]) -> [Int] {
        let total = weights.reduce(Int128(0)) { $0 + Int128($1) }
        if total == 0 { return equally(minor, over: weights.count) }
        let amount = Int128(minor.magnitude)
        var shares: [Int] = []
        var rests: [(index: Int, rest: Int128)] = []
        for (index, weight) in weights.enumerated() {
            let (share, rest) = (amount * Int128(weight)).quotientAndRemainder(dividingBy: total)
            shares.append(Int(share))
            rests.append((index, rest))
        }
        let missing = Int(minor.magnitude) - shares.reduce(0, +)
        for (index, _) in rests.sorted(by: { ($1.rest, $0.index) < ($0.rest, $1.index) }).prefix(missing) { shares[index] += 1 }
        return minor < 0 ? shares.map { -$0 } : shares
    }
}
