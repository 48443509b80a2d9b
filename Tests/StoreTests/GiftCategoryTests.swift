import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct GiftCategoryTests {
    private struct Season {
        let family: Family
        let occasion: Occasion.ID
        let books = BudgetCategory.ID(.v7())
        let toys = BudgetCategory.ID(.v7())

        init() async throws {
            family = try await Family("Ana", "Ben", "Cy")
            occasion = try await family.occasion(limit: nil, by: "Ben")
            for (id, name) in [(books, "Books"), (toys, "Toys")] {
                _ = try await family.store.addCategory(id, name: name, limit: nil, as: try family["Ben"].caller)
            }
        }

        func buys(_ giver: String, for receiver: String, _ minor: Int, in category: BudgetCategory.ID?) async throws {
            let gift = try await family.buys(giver, for: receiver, 0, on: occasion)
            let caller = try family[giver].caller
            _ = try await family.store.changeGift(gift, on: occasion, GiftChange(category: .some(category)), version: nil, as: caller)
            _ = try await family.store.purchase(
                .init(.v7()), PurchaseDraft(paid: minor, paidBy: nil, day: nil, receipt: nil), of: gift, on: occasion, as: caller)
        }

        func spent(_ name: String) async throws -> [String: Int] {
            let views = try await family.store.giftCategories(on: occasion, as: try family[name].caller)
            return Dictionary(uniqueKeysWithValues: views.map { ($0.category.name, $0.tally.spent.minor) })
        }
    }

    @Test func `a category's sum is of the gifts that the viewer may see`() async throws {
        let season = try await Season()
        try await season.buys("Ben", for: "Ana", 2_000, in: season.books)
        try await season.buys("Ben", for: "Cy", 1_000, in: season.books)
        try await season.buys("Ana", for: "Cy", 500, in: season.toys)
        try await season.buys("Ana", for: "Cy", 300, in: nil)
        #expect(try await season.spent("Ana") == ["Books": 1_000, "Toys": 500])
        #expect(try await season.spent("Ben") == ["Books": 3_000, "Toys": 500])
        #expect(try await season.spent("Cy") == ["Books": 2_000, "Toys": 0])
    }

    @Test func `a category has a limit of its own: none, nothing, or so much, and who may know is told`() async throws {
        let season = try await Season()
        let family = season.family, ben = try family["Ben"].caller
        _ = try await family.store.setLimit(2_500, ofCategory: season.books, on: season.occasion, as: ben)
        _ = try await family.store.setLimit(0, ofCategory: season.toys, on: season.occasion, as: ben)
        try await season.buys("Ben", for: "Ana", 2_000, in: season.books)
        try await season.buys("Ben", for: "Cy", 1_000, in: season.books)
        try await season.buys("Ana", for: "Cy", 1, in: season.toys)
        try await family.checkBudgets()
        #expect(Set(try await family.budgetNotices("Ben").compactMap { $0.budget?.headline }) == [
            "Books for Christmas has €5 left: 80 % is spent.", "Books for Christmas is €5 over.", "Toys for Christmas is €0.01 over.",
        ])
        #expect(try await family.budgetNotices("Ana").compactMap { $0.budget?.headline } == ["Toys for Christmas is €0.01 over."])
        #expect(try await family.budgetNotices("Cy").compactMap { $0.budget?.headline } == ["Books for Christmas has €5 left: 80 % is spent."])
        let lifted = try await family.store.setLimit(nil, ofCategory: season.toys, on: season.occasion, as: ben)
        #expect(lifted.tally.limit == nil && lifted.tally.spent.minor == 1)
    }

    @Test func `a copied season keeps the limits of its categories`() async throws {
        let season = try await Season(), family = season.family, ben = try family["Ben"].caller
        _ = try await family.store.setLimit(2_500, ofCategory: season.books, on: season.occasion, as: ben)
        let copy = Occasion.ID(.v7())
        _ = try await family.store.copyOccasion(season.occasion, to: copy, .init(name: nil, day: nil, withIdeas: false), as: ben)
        #expect(try await family.store.giftCategories(on: copy, as: ben).map(\.tally.limit?.minor) == [2_500, nil])
    }

    @Test func `only a category of the household is taken`() async throws {
        let season = try await Season(), others = try await Family("Zoe")
        let family = season.family, ben = try family["Ben"].caller, theirs = BudgetCategory.ID(.v7())
        _ = try await others.store.addCategory(theirs, name: "Books", limit: nil, as: try others["Zoe"].caller)
        for category in [theirs, .init(.v7())] {
            let draft = GiftDraft(
                recipient: try family["Ana"].recipient, name: "X", status: .idea, estimate: nil, url: nil, notes: nil, category: category)
            await #expect(throws: StoreError.self) { try await family.store.addGift(.init(.v7()), draft, on: season.occasion, as: ben) }
            await #expect(throws: StoreError.self) { try await family.store.setLimit(1, ofCategory: category, on: season.occasion, as: ben) }
        }
        #expect(try await family.store.gifts(on: season.occasion, for: nil, as: ben).isEmpty)
    }
}
