import Household
import Testing

@Suite struct SplitTests {
    /// Case G17.
    @Test func `one euro over three is 34, 33 and 33, a refund mirrors it, and 100 yen do the same`() {
        #expect(Split.equally(100, over: 3) == [34, 33, 33])
        #expect(Split.equally(-100, over: 3) == [-34, -33, -33])
        #expect(Split.equally(0, over: 3) == [0, 0, 0])
        #expect(Split.equally(100, over: 0).isEmpty)
    }

    @Test func `shares by weights add up to the amount, each is at most one minor unit off, and refunds mirror`() {
        var dice = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let weights = (0..<Int.random(in: 1...12, using: &dice)).map { _ in Int.random(in: 0...[1, 9, 1_000_000_000_000].randomElement(using: &dice)!, using: &dice) }
            let minor = Int.random(in: 0...[3, 1000, Money.largestMinor].randomElement(using: &dice)!, using: &dice)
            let shares = Split.byWeights(minor, weights)
            #expect(shares.reduce(0, +) == minor)
            #expect(Split.byWeights(-minor, weights) == shares.map { -$0 })
            #expect(Split.byWeights(minor, weights) == shares)
            let total = weights.reduce(Int128(0)) { $0 + Int128($1) }
            for (share, weight) in zip(shares, weights) where total > 0 {
                #expect((Int128(share) * total - Int128(minor) * Int128(weight)).magnitude < total.magnitude)
            }
        }
    }

    @Test func `who has no weight bears nothing, unless nobody has any`() {
        #expect(Split.byWeights(1001, [0, 1, 0]) == [0, 1001, 0])
        #expect(Split.byWeights(5, [0, 0]) == [3, 2])
    }

    /// Case G20.
    @Test func `shipping and tax of one purchase are shared to the last cent`() {
        let purchase = SharedPurchase(lines: [2000, 1000], shipping: 300, tax: 264)
        #expect(purchase.total == 3564)
        #expect(purchase.shares == [2376, 1188])
    }

    @Test func `shares of a purchase add up, and no discount makes one negative`() {
        var dice = SeededGenerator(seed: 20)
        for _ in 0..<2000 {
            let lines = (0..<Int.random(in: 1...9, using: &dice)).map { _ in Int.random(in: 0...5000, using: &dice) }
            var purchase = SharedPurchase(lines: lines, shipping: Int.random(in: 0...900, using: &dice), tax: Int.random(in: 0...900, using: &dice))
            purchase.discount = Int.random(in: 0...purchase.total, using: &dice)
            #expect(purchase.shares.reduce(0, +) == purchase.total)
            #expect(purchase.shares.allSatisfy { $0 >= 0 })
        }
    }
}
