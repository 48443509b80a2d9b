import Household

/// What to put aside each month, so that the money is there in time.
struct SavingCard: Sendable {
    let plan: SavingPlan
    let today: Day
    /// Else the goal is what the viewer may see planned.
    let isLimit: Bool

    /// Nil where there is nothing to save for, or all of it is spent.
    init?(_ plan: SavingPlan, spent: Money, today: Day, isLimit: Bool) {
        guard plan.goal.minor > 0, spent.minor < plan.goal.minor else { return nil }
        self.plan = plan
        self.today = today
        self.isLimit = isLimit
    }

    var html: HTML {
        let monthly = plan.monthly(on: today), saved = plan.saved(by: today)
        let rows = plan.instalments.map { "<tr><td>\($0.day.short) \($0.day.year)</td><td>\($0.amount)</td></tr>" as HTML }
        return """
            <section class=card><h2>Save up</h2><p>\(monthly.minor > 0 ? "Put \(monthly) aside this month." as HTML : "Nothing more to put aside this month.")</p>\
            <p class=quiet>\(saved) of \(plan.goal) should be put aside or spent by now\(isLimit ? "." : "; it is what you can see planned.")</p>\
            \(disclosure("Month by month", class: "small", "<table><thead><tr><th scope=col>From</th><th scope=col>Put aside</th></tr></thead><tbody>\(rows)</tbody></table>"))</section>
            """
    }
}
