import Household
import Testing

@Suite struct SavingPlanTests {
    private let euro: Currency

    init() throws { euro = try #require(Currency("EUR")) }

    private func day(_ text: String) throws -> Day { try #require(Day(text)) }
    private func plan(_ minor: Int, _ decided: String, _ due: String) throws -> SavingPlan {
        SavingPlan(goal: Money(minor: minor, currency: euro), decided: try day(decided), due: try day(due))
    }

    /// Case G21.
    @Test func `600 decided on 10 February for 25 December has one figure for each month, and the last takes the cents`() throws {
        let plan = try plan(60_000, "2026-02-10", "2026-12-25")
        #expect(plan.instalments.map(\.amount.minor) == Array(repeating: 5_454, count: 10) + [5_460])
        #expect(plan.instalments.map(\.day.description).prefix(3) == ["2026-02-10", "2026-03-01", "2026-04-01"])
        #expect(plan.instalments.last?.day.description == "2026-12-01")
        var today = plan.decided
        while today <= plan.due {
            #expect(plan.monthly(on: today).minor == (today.month == 12 ? 5_460 : 5_454), "\(today)")
            today = today.adding(days: 1)
        }
        #expect(plan.saved(by: plan.due).minor == 60_000)
        #expect(try plan.monthly(on: day("2026-01-31")).minor == 0)
        #expect(try plan.monthly(on: day("2027-01-01")).minor == 0)
    }

    /// Case G21.
    @Test func `four goals of 1,000 that are saved for side by side are each there in time`() throws {
        let plans = try [
            plan(100_000, "2026-02-10", "2026-05-10"), plan(100_000, "2026-02-10", "2026-12-25"), plan(100_000, "2026-03-31", "2027-01-06"),
            plan(100_000, "2026-11-30", "2027-02-14"),
        ]
        var aside = 0
        var today = try day("2026-02-01")
        while today <= (try day("2027-02-28")) {
            // On the first of a month, or when it begins, each plan's figure of the month is put aside.
            for plan in plans where today == plan.decided || today.day == 1 && today > plan.decided { aside += plan.monthly(on: today).minor }
            for plan in plans where plan.due == today {
                #expect(aside >= 100_000, "\(today)")
                aside -= 100_000
            }
            #expect(aside >= 0)
            today = today.adding(days: 1)
        }
        #expect(aside == 0)
        let months = SavingSchedule(plans).months(from: try day("2026-02-28"))
        #expect(months.reduce(0) { $0 + $1.amount.minor } == 400_000)
        #expect(months.first?.month == Month("2026-02"))
        #expect(months.last?.month == Month("2027-02"))
        // From May on, the first goal and what was put aside before are behind.
        #expect(SavingSchedule(plans).months(from: try day("2026-05-31")).count == months.count - 3)
        #expect(plans.reduce(0) { $0 + $1.saved(by: today).minor } == 400_000)
    }

    @Test func `instalments add up to the goal, are never negative and never late`() throws {
        for minor in [0, 1, 6, 11, 99_999] {
            for (decided, due) in [("2026-01-31", "2026-02-01"), ("2026-12-25", "2026-12-25"), ("2026-12-26", "2026-12-25"), ("2025-12-31", "2027-11-30")] {
                let plan = try plan(minor, decided, due)
                let instalments = plan.instalments
                #expect(instalments.reduce(0) { $0 + $1.amount.minor } == minor)
                #expect(instalments.allSatisfy { $0.amount.minor >= 0 && $0.day <= plan.due })
                #expect(instalments.map(\.day) == instalments.map(\.day).sorted())
                #expect(instalments.allSatisfy { plan.monthly(on: $0.day) == $0.amount })
                #expect(plan.saved(by: plan.due).minor == minor)
            }
        }
    }
}
