import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct ThresholdTests {
    private func notices(_ name: String, in family: Family) async throws -> [String] {
        try await family.checkBudgets()
        return try await family.budgetNotices(name).reversed().compactMap { notice in notice.budget.map { "\($0.threshold): \($0.headline)" } }
    }

    @Test func `a budget is told at 80 and at 100 per cent, each once, and one entry tells the higher alone`() async throws {
        let family = try await Family("Ana", "Ben", "Cy")
        let occasion = try await family.occasion(limit: 10_000, by: "Ben")
        try await family.buys("Ben", for: "Cy", 7_999, on: occasion)
        #expect(try await notices("Ben", in: family) == [])
        try await family.buys("Ben", for: "Cy", 1, on: occasion)
        #expect(try await notices("Ben", in: family) == ["80: Christmas has €20 left: 80 % is spent."])
        try await family.buys("Ben", for: "Cy", 2_000, on: occasion)
        #expect(try await notices("Ben", in: family).count == 1)
        try await family.buys("Ben", for: "Cy", 500, on: occasion)
        #expect(try await notices("Ben", in: family).last == "100: Christmas is €5 over.")
        #expect(try await notices("Cy", in: family) == [])
        let other = try await family.occasion(limit: 1_000, by: "Ben")
        try await family.buys("Ben", for: "Cy", 1_500, on: other)
        #expect(try await notices("Ben", in: family).count == 3)
    }

    @Test func `a person's own thresholds go before the occasion's, and those before the household's`() async throws {
        let family = try await Family("Ana", "Ben", "Cy", "Dee")
        let store = family.store, ana = try family["Ana"].caller
        _ = try await store.changeThresholds(household: [50], mine: nil, as: ana)
        _ = try await store.changeThresholds(household: nil, mine: .some([]), as: try family["Ben"].caller)
        let set = try await store.changeThresholds(household: nil, mine: .some([30, 100]), as: try family["Cy"].caller)
        #expect(set.household == [50] && set.mine == [30, 100])
        let occasion = try await family.occasion(limit: 10_000, by: "Ana")
        try await family.buys("Ana", for: "Dee", 4_000, on: occasion)
        #expect(try await notices("Cy", in: family).map { $0.prefix(3) } == ["30:"])
        #expect(try await notices("Ana", in: family) == [])
        try await family.buys("Ana", for: "Dee", 2_000, on: occasion)
        #expect(try await notices("Ana", in: family).map { $0.prefix(3) } == ["50:"])
        // An occasion with thresholds of its own.
        let draft = OccasionDraft(name: "Birthday", day: try found(Day("2030-12-26"), "a day"), revealDay: nil, thresholds: [10])
        let own = Occasion.ID(.v7())
        _ = try await store.addOccasion(own, draft, limit: 1_000, as: ana)
        try await family.buys("Ana", for: "Dee", 100, on: own)
        #expect(try await notices("Ana", in: family).last?.prefix(3) == "10:")
        #expect(try await notices("Cy", in: family).count == 1)
        #expect(try await notices("Ben", in: family) == [])
        await #expect(throws: StoreError.self) { try await store.changeThresholds(household: [1], mine: nil, as: try family["Ben"].caller) }
        #expect(try await store.changeThresholds(household: nil, mine: .some(nil), as: try family["Cy"].caller).mine == nil)
    }

    @Test(arguments: [[0], [101], [1, 2, 3, 4, 5, 6]]) func `the database takes no other thresholds`(list: [Int]) async throws {
        let family = try await Family("Ana")
        await #expect(throws: PostgreSQLError.self) { try await family.store.changeThresholds(household: list, mine: nil, as: try family["Ana"].caller) }
    }
}
