/// How to put an amount aside, month by month, so that it is there in time.
///
/// There is one instalment for each calendar month: the first on the day of deciding, the others on the first of each
/// month after it, the last in the month of the day itself. Equal parts in whole minor units; what does not divide is
/// in the last. The plan follows from the goal and its two days alone, so the figure of a month is the same on each of
/// its days.
public struct SavingPlan: Sendable, Hashable {
    public struct Instalment: Sendable, Hashable {
        /// When it is put aside: never later than the day it is saved for.
        public var day: Day
        public var amount: Money
    }

    public let goal: Money
    public let decided: Day
    public let due: Day

    /// - Parameter goal: not negative.
    /// - Parameter decided: where it is later than `due`, everything is due at once on `due`.
    public init(goal: Money, decided: Day, due: Day) {
        self.goal = goal
        self.decided = min(decided, due)
        self.due = due
    }

    /// In order; they add up to the goal.
    public var instalments: [Instalment] {
        let count = months
        let part = goal.minor / count
        return (0..<count).map { index in
            let minor = index == count - 1 ? goal.minor - part * (count - 1) : part
            return Instalment(day: index == 0 ? decided : decided.firstOfMonth(after: index), amount: Money(minor: minor, currency: goal.currency))
        }
    }

    /// What to put aside in the month of `day`; nothing before the plan and after it.
    public func monthly(on day: Day) -> Money {
        let index = decided.months(until: day)
        guard (0..<months).contains(index) else { return Money(minor: 0, currency: goal.currency) }
        let part = goal.minor / months
        return Money(minor: index == months - 1 ? goal.minor - part * (months - 1) : part, currency: goal.currency)
    }

    /// What should lie aside at the end of `day`.
    public func saved(by day: Day) -> Money {
        Money(minor: instalments.prefix { $0.day <= day }.reduce(0) { $0 + $1.amount.minor }, currency: goal.currency)
    }

    /// Calendar months that the plan touches; at least 1.
    private var months: Int { decided.months(until: due) + 1 }
}

extension Day {
    /// Calendar months from the month of this day to the month of `other`, whatever the days.
    fileprivate func months(until other: Day) -> Int { (other.year - year) * 12 + other.month - month }

    /// The first of the month that is `months` later.
    fileprivate func firstOfMonth(after months: Int) -> Day {
        let index = year * 12 + month - 1 + months
        return Day(daysSince1970: Day.first(ofMonth: index % 12 + 1, of: index / 12))
    }
}
