/// What would be spent by now if a budget were spent evenly from its start to its day.
///
/// All in whole minor units, rounded down towards nothing spent: a cent is never expected before it is due.
public struct Pace: Sendable, Hashable {
    public let limit: Money
    public let start: Day
    /// The day of the occasion; by its evening everything may be spent.
    public let end: Day

    /// - Parameter start: a start on or after `end` is taken as the day before it, so that there is a way to go.
    public init(limit: Money, start: Day, end: Day) {
        self.limit = limit
        self.start = min(start, end.adding(days: -1))
        self.end = end
    }

    /// Days of the whole way; at least 1.
    public var days: Int { start.days(until: end) }

    /// Days gone by `today`: from 0 to `days`.
    public func elapsed(by today: Day) -> Int { min(max(0, start.days(until: today)), days) }

    /// The limit times the share of the time that is over: 0 on the first day, the limit on the last and after it.
    public func expected(by today: Day) -> Money {
        Money(minor: limit.minor.scaled(by: elapsed(by: today), over: days), currency: limit.currency)
    }

    /// What has been spent beyond the steady pace; negative where there is room.
    public func ahead(spent: Money, by today: Day) -> Money {
        Money(minor: spent.minor - expected(by: today).minor, currency: limit.currency)
    }

    /// What will be spent by the end if it goes on as it went; nil on the first day, when there is nothing to go by.
    public func forecast(spent: Money, by today: Day) -> Money? {
        let elapsed = elapsed(by: today)
        return elapsed == 0 ? nil : Money(minor: spent.minor.scaled(by: days, over: elapsed), currency: limit.currency)
    }
}

extension Int {
    /// `self * numerator / denominator` without overflow on the way, rounded towards 0. The result must fit.
    fileprivate func scaled(by numerator: Int, over denominator: Int) -> Int {
        let product = magnitude.multipliedFullWidth(by: UInt(numerator))
        let divisor = UInt(denominator)
        guard product.high < divisor else { return self < 0 ? .min : .max }
        let quotient = Int(clamping: divisor.dividingFullWidth(product).quotient)
        return self < 0 ? -quotient : quotient
    }
}
