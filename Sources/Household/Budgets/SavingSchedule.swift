/// Several goals that are saved for side by side.
public struct SavingSchedule: Sendable, Hashable {
    /// What to put aside in one calendar month, for all goals together.
    public struct Sum: Sendable, Hashable {
        public var month: Month
        public var amount: Money
    }

    public let plans: [SavingPlan]

    /// - Parameter plans: of one currency.
    public init(_ plans: [SavingPlan]) { self.plans = plans }

    /// The months from the one of `day` on in which something is put aside. In each, every plan's own figure of the
    /// month: who keeps to them has each goal in time.
    public func months(from day: Day) -> [Sum] {
        var sums: [Month: Money] = [:]
        for plan in plans {
            for instalment in plan.instalments {
                guard Month(instalment.day) >= Month(day) else { continue }
                sums[Month(instalment.day), default: Money(minor: 0, currency: plan.goal.currency)].minor += instalment.amount.minor
            }
        }
        return sums.map { Sum(month: $0.key, amount: $0.value) }.sorted { $0.month < $1.month }
    }
}
