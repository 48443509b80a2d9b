import Foundation
import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct CategoryTests {
    private func day(_ text: String) throws -> Day { try found(Day(text), "a day") }

    private func spend(_ minor: Int, on day: String, in category: BudgetCategory.ID, by name: String, _ family: Family) async throws -> BudgetEntry.ID {
        let draft = EntryDraft(minor: minor, day: try self.day(day), note: nil, paidBy: nil)
        return try await family.store.addEntry(.init(.v7()), draft, to: category, as: try family[name].caller).id
    }

    private func checkCategories(_ family: Family) async throws {
        let worker = Store(try TestDatabase.current.worker)
        let rows = try await TestDatabase.current.owner.query(
            "UPDATE job SET state = 'done' WHERE kind = \(CheckCategory.name) AND state <> 'done' RETURNING payload::text AS payload")
        for row in rows {
            let check = try JSONDecoder().decode(CheckCategory.self, from: Data((row["payload"] as String).utf8))
            for member in try await worker.categoryWatchers(for: check) {
                try await TestDatabase.current.worker.transaction { try await worker.noticeCrossings(of: check, for: member, in: $0) }
            }
        }
    }

    @Test func `a month's total is the sum of its entries, and no other month's`() async throws {
        let family = try await Family("Ana", "Ben")
        let id = BudgetCategory.ID(.v7()), ana = try family["Ana"].caller
        _ = try await family.store.addCategory(id, name: "Groceries", limit: 40_000, as: ana)
        for (minor, day) in [(1_000, "2030-11-30"), (2_000, "2030-12-01"), (-500, "2030-12-31"), (4_000, "2031-01-01")] {
            _ = try await spend(minor, on: day, in: id, by: "Ben", family)
        }
        for (month, spent) in [("2030-11", 1_000), ("2030-12", 1_500), ("2031-01", 4_000), ("2031-02", 0)] {
            let view = try await family.store.category(id, in: Month(month), as: ana)
            #expect(view.spent.minor == spent && view.left?.minor == 40_000 - spent, "\(month)")
            #expect(try await family.store.entries(of: id, in: Month(month), as: ana).reduce(0) { $0 + $1.amount.minor } == spent)
        }
    }

    @Test func `an entry is taken back once, by whoever entered it or a grown-up, and stays in the books`() async throws {
        let family = try await Family("Ana", "Ben", "Kim")
        let ana = try family["Ana"].caller, kim = try family["Kim"]
        try await family.store.changeRole(of: kim.member, to: .child, as: ana)
        let id = BudgetCategory.ID(.v7()), month = Month("2030-12"), store = family.store
        _ = try await store.addCategory(id, name: "Outings", limit: nil, as: ana)
        let theirs = try await spend(700, on: "2030-12-05", in: id, by: "Ben", family)
        let own = try await spend(300, on: "2030-12-06", in: id, by: "Kim", family)
        await #expect(throws: StoreError.self) { try await store.takeBack(theirs, of: id, as: kim.caller) }
        await #expect(throws: StoreError.self) { try await store.changeCategory(id, name: nil, limit: .some(1), version: nil, as: kim.caller) }
        try await store.takeBack(own, of: id, as: kim.caller)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { try await store.takeBack(theirs, of: id, as: ana) } }
            try await group.waitForAll()
        }
        #expect(try await store.category(id, in: month, as: ana).spent.minor == 0)
        let entries = try await store.entries(of: id, in: month, as: ana)
        #expect(entries.map(\.amount.minor) == [700, -700, 300, -300])
        let correction = try found(entries.first { $0.takesBack == theirs }, "a correction")
        await #expect(throws: StoreError.self) { try await store.takeBack(correction.id, of: id, as: ana) }
    }

    @Test func `everybody but guests is told of a month that nears its limit, and that passes it, once each`() async throws {
        let family = try await Family("Ana", "Ben", "Gus")
        let ana = try family["Ana"].caller
        try await family.store.changeRole(of: try family["Gus"].member, to: .guest, as: ana)
        let id = BudgetCategory.ID(.v7())
        _ = try await family.store.addCategory(id, name: "Groceries", limit: 10_000, as: ana)
        for (minor, day) in [(7_000, "2030-11-30"), (7_000, "2030-12-01"), (1_000, "2030-12-02"), (3_000, "2030-12-03"), (100, "2030-12-04")] {
            _ = try await spend(minor, on: day, in: id, by: "Ben", family)
        }
        try await checkCategories(family)
        for name in ["Ana", "Ben"] {
            let notices = try await family.budgetNotices(name)
            #expect(Set(notices.map(\.text)) == [
                "Groceries has €20 left in December 2030: 80 % is spent. Keep an eye on what comes next.",
                "Groceries is €10 over in December 2030. Raise its limit, or spend less elsewhere.",
            ])
            #expect(notices.count == 2)
        }
        #expect(try await family.budgetNotices("Gus").isEmpty)
        _ = try await TestDatabase.current.owner.query("UPDATE job SET state = 'waiting' WHERE kind = \(CheckCategory.name) RETURNING id")
        try await checkCategories(family)
        #expect(try await family.budgetNotices("Ana").count == 2)
    }

    @Test func `entries that pass a limit side by side warn exactly once`() async throws {
        let family = try await Family("Ana", "Ben")
        let id = BudgetCategory.ID(.v7())
        _ = try await family.store.addCategory(id, name: "Groceries", limit: 1_500, as: try family["Ana"].caller)
        _ = try await family.store.changeThresholds(household: [100], mine: nil, as: try family["Ana"].caller)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                group.addTask { _ = try await spend(100, on: "2030-12-01", in: id, by: index.isMultiple(of: 2) ? "Ana" : "Ben", family) }
            }
            try await group.waitForAll()
        }
        try await checkCategories(family)
        for name in ["Ana", "Ben"] { #expect(try await family.budgetNotices(name).map(\.monthly?.over.minor) == [100]) }
    }

    @Test func `a guest and another household see nothing of it`() async throws {
        let family = try await Family("Ana", "Gus"), others = try await Family("Zoe")
        let ana = try family["Ana"].caller, gus = try family["Gus"], zoe = try others["Zoe"].caller
        try await family.store.changeRole(of: gus.member, to: .guest, as: ana)
        let id = BudgetCategory.ID(.v7()), store = family.store
        _ = try await store.addCategory(id, name: "Groceries", limit: nil, as: ana)
        for stranger in [gus.caller, zoe] {
            #expect(try await store.categories(in: nil, as: stranger).isEmpty)
            await #expect(throws: StoreError.self) { try await store.category(id, in: nil, as: stranger) }
            await #expect(throws: StoreError.self) {
                try await store.addEntry(.init(.v7()), EntryDraft(minor: 1, day: nil, note: nil, paidBy: nil), to: id, as: stranger)
            }
        }
        await #expect(throws: StoreError.self) { try await store.addCategory(.init(.v7()), name: "Mine", limit: nil, as: gus.caller) }
        await #expect(throws: StoreError.self) { try await store.addCategory(.init(.v7()), name: "GROCERIES", limit: nil, as: ana) }
        #expect(try await store.addCategory(.init(.v7()), name: "Groceries", limit: nil, as: zoe).category.name == "Groceries")
    }
}
