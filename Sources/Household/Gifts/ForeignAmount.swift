/// An amount in another currency than the occasion's, with what it is known to be worth.
public struct ForeignAmount: Sendable, Hashable {
    public var money: Money

    /// Nil where it is not known: then the amount counts nowhere as money.
    public var rate: ExchangeRate?

    public init(money: Money, rate: ExchangeRate?) {
        self.money = money
        self.rate = rate
    }
}
