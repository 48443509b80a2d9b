/// Several goals that are saved for side by side.
public struct SavingSchedule: Sendable, Hashable {
    /// What to put aside in one calendar month, for all goals together.
    public struct Month: Sendable, Hashable {
        /// The first of the month.
        public var first: Day
        public var amount: Money
    }

    public let plans: [SavingPlan]

    /// - Parameter plans: of one currency.
    public init(_ plans: [SavingPlan]) { self.plans = plans }

    /// The months from the one of `day` on in which something is put aside. In each, every plan's own figure of the
    /// month: who keeps to them has each goal in time.
    public func months(from day: Day) -> [Month] {
        var sums: [Day: Money] = [:]
        for plan in plans {
            for instalment in plan.instalments {
                guard let month = Day(year: instalment.day.year, month: instalment.day.month, day: 1), month.isInMonthOrLater(than: day) else { continue }
                sums[month, default: Money(minor: 0, currency: plan.goal.currency)].minor += instalment.amount.minor
            }
        }
        return sums.map { Month(first: $0.key, amount: $0.value) }.sorted { $0.first < $1.first }
    }
}

extension Day {
    fileprivate func isInMonthOrLater(than other: Day) -> Bool { (year, month) >= (other.year, other.month) }
}
