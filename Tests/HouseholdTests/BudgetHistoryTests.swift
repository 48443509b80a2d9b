import Household
import Testing

@Suite struct BudgetHistoryTests {
    private func history(_ changes: BudgetHistory.Change...) -> BudgetHistory {
        BudgetHistory(changes.enumerated().map { .init(position: $0.offset, change: $0.element) })
    }

    /// Case G4: limit 600 at 640, then 5.00 more, a refund of 60.00, and a purchase of 70.00.
    @Test func `a budget is crossed once, and again only after it was within its limit`() {
        let budget = history(.limit(60_000), .spent(24_000), .spent(16_000), .spent(24_000), .spent(500), .spent(-6_000), .spent(7_000))
        let crossings = (0..<7).compactMap { budget.crossing(at: $0) }
        #expect(crossings.map(\.position) == [3, 6])
        #expect(crossings.map(\.over) == [4_000, 5_500])
    }

    @Test func `a budget that only reaches its limit is not over`() {
        #expect(history(.limit(100), .spent(100)).crossing(at: 1) == nil)
    }

    @Test func `a limit of nothing is crossed by the first cent and no limit by none`() {
        #expect(history(.limit(0), .spent(1)).crossing(at: 1)?.over == 1)
        #expect(history(.limit(nil), .spent(1)).crossing(at: 1) == nil)
        #expect(history(.spent(1)).crossing(at: 0) == nil)
    }

    @Test func `one step crosses the highest threshold it reaches, and a threshold that was given up is reached again`() {
        let budget = history(.limit(199), .spent(159), .spent(1), .spent(39), .spent(-50), .spent(20), .spent(100), .spent(-250), .spent(250))
        let crossings = (0..<9).compactMap { budget.crossing(at: $0, thresholds: [80, 100]) }
        #expect(crossings.map(\.position) == [2, 5, 6, 8])
        #expect(crossings.map(\.threshold) == [80, 80, 100, 100])
        #expect(crossings.map(\.over) == [-39, -30, 70, 70])
        #expect(history(.limit(0), .spent(1)).crossing(at: 0, thresholds: [80]) == nil)
        #expect(history(.limit(0), .spent(1)).crossing(at: 1, thresholds: [80, 100])?.threshold == 100)
        #expect(history(.limit(10), .spent(100)).crossing(at: 1, thresholds: []) == nil)
    }

    @Test func `lowering a limit below what is spent crosses it`() {
        let budget = history(.limit(1000), .spent(800), .limit(500), .limit(400), .limit(nil), .limit(700))
        #expect((0..<6).compactMap { budget.crossing(at: $0)?.position } == [2, 5])
    }

    @Test func `the order in which steps arrive does not matter`() {
        let steps: [BudgetHistory.Step] = [
            .init(position: 1, change: .limit(10)), .init(position: 2, change: .spent(8)), .init(position: 3, change: .spent(8)),
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            #expect(BudgetHistory(order.map { steps[$0] }).crossing(at: 3)?.over == 6)
        }
    }
}
