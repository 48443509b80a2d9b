/// Sums over exactly those gifts and entries that one viewer may see. Never show one to another viewer.
public struct Tally: Sendable, Hashable {
    /// Nil: no limit. Zero: nothing allowed.
    public var limit: Money?

    /// What the visible gifts cost: what was paid for those bought, else the estimate.
    public var planned: Money

    /// The sum of the visible ledger entries.
    public var spent: Money

    public var gifts: Int
    public var bought: Int

    /// Visible purchases in another currency that wait for a rate; in no sum here.
    public var waiting: Int

    public init(limit: Money?, planned: Money, spent: Money, gifts: Int, bought: Int, waiting: Int = 0) {
        self.limit = limit
        self.planned = planned
        self.spent = spent
        self.gifts = gifts
        self.bought = bought
        self.waiting = waiting
    }

    /// Limit less spent; negative when over, nil without a limit.
    public var left: Money? {
        limit.map { Money(minor: $0.minor - spent.minor, currency: spent.currency) }
    }

    public var isOver: Bool { (left?.minor ?? 0) < 0 }

    /// Every visible gift is bought, and there is one.
    public var isDone: Bool { gifts > 0 && bought == gifts }
}
