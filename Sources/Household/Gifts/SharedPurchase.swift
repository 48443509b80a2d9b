/// Several gifts bought at once, with what was paid for all of them together.
public struct SharedPurchase: Sendable, Hashable {
    /// Minor units of one currency, none negative: the price of each gift.
    public var lines: [Int]
    public var shipping: Int
    public var tax: Int
    public var discount: Int

    public init(lines: [Int], shipping: Int = 0, tax: Int = 0, discount: Int = 0) {
        self.lines = lines
        self.shipping = shipping
        self.tax = tax
        self.discount = discount
    }

    /// What was paid; negative where the discount is more than everything else.
    public var total: Int { lines.reduce(0, +) + shipping + tax - discount }

    /// What each gift cost, its part of shipping, tax and discount included: they add up to `total`, and with a total of
    /// at least 0 none is negative. The parts are in proportion to the prices.
    public var shares: [Int] {
        // The sum is shared, not each of the three: so no share is off by more than one minor unit.
        zip(lines, Split.byWeights(shipping + tax - discount, lines)).map { $0 + $1 }
    }
}
