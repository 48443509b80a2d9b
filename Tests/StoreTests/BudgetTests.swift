import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct BudgetTests {
    /// Case G3.
    @Test func `each person sees the sum of what they may see`() async throws {
        let family = try await Family("Ana", "Ben", "Cy")
        let occasion = try await family.occasion(limit: 100_000, by: "Ben")
        try await family.buys("Ben", for: "Ana", 24_000, on: occasion)
        try await family.buys("Ben", for: "Cy", 16_000, on: occasion)
        try await family.buys("Ana", for: "Cy", 24_000, on: occasion)
        #expect(try await family.spent("Ana", on: occasion) == 40_000)
        #expect(try await family.spent("Cy", on: occasion) == 24_000)
        #expect(try await family.spent("Ben", on: occasion) == 64_000)
    }

    /// Case G3: nothing that Ana can fetch changes by what is bought for her.
    @Test func `what is bought for a person changes nothing they can ask`() async throws {
        let family = try await Family("Ana", "Ben", "Cy")
        let occasion = try await family.occasion(limit: 10_000, by: "Ben")
        try await family.buys("Ben", for: "Cy", 1_000, on: occasion)
        let before = try await everything(about: occasion, for: "Ana", in: family)
        let gift = try await family.buys("Ben", for: "Ana", 24_000, on: occasion)
        #expect(try await everything(about: occasion, for: "Ana", in: family) == before)
        _ = try await family.store.undoPurchase(of: gift, on: occasion, as: try family["Ben"].caller)
        try await family.store.setLimit(500, of: occasion, for: try family["Ana"].recipient, as: try family["Ben"].caller)
        try await family.checkBudgets()
        #expect(try await everything(about: occasion, for: "Ana", in: family) == before)
    }

    private func everything(about occasion: Occasion.ID, for name: String, in family: Family) async throws -> String {
        let caller = try family[name].caller
        let store = family.store
        return """
            \(try await store.occasions(as: caller))
            \(try await store.recipients(on: occasion, as: caller))
            \(try await store.recipient(family[name].recipient, on: occasion, as: caller))
            \(try await store.gifts(on: occasion, for: nil, as: caller))
            \(try await store.ledger(of: occasion, after: nil, limit: 100, as: caller).entries)
            \(try await store.notices(limit: 100, unreadOnly: false, as: caller))
            """
    }

    /// Case G4.
    @Test func `only those who may know are warned, once a crossing, and again after the budget held`() async throws {
        let family = try await Family("Ana", "Ben", "Cy")
        let occasion = try await family.occasion(limit: 60_000, by: "Ben")
        try await family.buys("Ben", for: "Ana", 24_000, on: occasion)
        try await family.buys("Ben", for: "Cy", 16_000, on: occasion)
        let gift = try await family.buys("Ana", for: "Cy", 24_000, on: occasion)
        try await family.checkBudgets()
        #expect(try await family.budgetNotices("Ben").map(\.budget?.over.minor) == [4_000])
        #expect(try await family.budgetNotices("Ana").isEmpty)
        #expect(try await family.budgetNotices("Cy").isEmpty)

        try await family.buys("Ben", for: "Cy", 500, on: occasion)
        try await family.checkBudgets()
        #expect(try await family.budgetNotices("Ben").count == 1)

        _ = try await family.store.refund(
            .init(.v7()), PurchaseDraft(paid: 6_000, paidBy: nil, day: nil, receipt: nil), of: gift, on: occasion, as: try family["Ana"].caller)
        try await family.buys("Ben", for: "Cy", 7_000, on: occasion)
        try await family.checkBudgets()
        #expect(try await family.budgetNotices("Ben").count == 2)
        #expect(try await family.budgetNotices("Ana").isEmpty)
    }

    /// Case G4: purchases that cross in parallel transactions.
    @Test func `purchases that cross a limit side by side warn exactly once`() async throws {
        let family = try await Family("Ana", "Ben")
        let occasion = try await family.occasion(limit: 10_000, by: "Ben")
        let recipient = Recipient.ID(.v7())
        _ = try await family.store.addRecipient(recipient, name: "Granny", subjects: [], notes: nil, as: try family["Ben"].caller)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                let giver = index.isMultiple(of: 2) ? "Ana" : "Ben"
                group.addTask {
                    let gift = Gift.ID(.v7()), caller = try family[giver].caller
                    let draft = GiftDraft(recipient: recipient, name: "Gift \(index)", status: .planned, estimate: nil, url: nil, notes: nil)
                    _ = try await family.store.addGift(gift, draft, on: occasion, as: caller)
                    _ = try await family.store.purchase(
                        .init(.v7()), PurchaseDraft(paid: 1_000, paidBy: nil, day: nil, receipt: nil), of: gift, on: occasion, as: caller)
                }
            }
            try await group.waitForAll()
        }
        try await family.checkBudgets()
        for name in ["Ana", "Ben"] {
            // At 80 per cent on the way, and past the limit.
            #expect(try await family.budgetNotices(name).map(\.budget?.over.minor) == [1_000, -2_000])
        }
    }

    @Test func `a check that runs twice warns once`() async throws {
        let family = try await Family("Ana", "Ben")
        let occasion = try await family.occasion(limit: 0, by: "Ben")
        try await family.buys("Ben", for: "Ana", 1, on: occasion)
        try await family.checkBudgets()
        _ = try await TestDatabase.current.owner.query("UPDATE job SET state = 'waiting' WHERE kind = 'budget.check' RETURNING id")
        try await family.checkBudgets()
        #expect(try await family.budgetNotices("Ben").count == 1)
    }

    /// Case G10.
    @Test func `two people and two gifts of one name are two, and totals follow a deletion`() async throws {
        let family = try await Family("Ana", "Ben")
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let caller = try family["Ben"].caller
        for _ in 0..<2 { _ = try await family.store.addRecipient(.init(.v7()), name: "Grandma", subjects: [], notes: nil, as: caller) }
        #expect(try await family.store.recipients(as: caller).filter { $0.name == "Grandma" }.count == 2)
        let first = try await family.buys("Ben", for: "Ana", 1_000, on: occasion, name: "Socks")
        try await family.buys("Ben", for: "Ana", 1_500, on: occasion, name: "Socks")
        #expect(try await family.store.gifts(on: occasion, for: nil, as: caller).map(\.name) == ["Socks", "Socks"])
        #expect(try await family.spent("Ben", on: occasion) == 2_500)
        try await family.store.deleteGift(first, on: occasion, as: caller)
        #expect(try await family.spent("Ben", on: occasion) == 1_500)
        #expect(try await family.store.ledger(of: occasion, after: nil, limit: 10, as: caller).entries.map(\.amount?.minor) == [1_000, 1_500, -1_000])
    }

    /// Case G23.
    @Test(arguments: ["A.B#C/D", "🎁👨‍👩‍👧", "שלום עולם", String(repeating: "ö", count: 200), "a:b\nc", "'); DROP TABLE gift; --"])
    func `a name is stored and given back as it came`(name: String) async throws {
        let family = try await Family("Ana")
        let id = Recipient.ID(.v7())
        _ = try await family.store.addRecipient(id, name: name, subjects: [], notes: nil, as: try family["Ana"].caller)
        #expect(try await family.store.recipient(id, as: try family["Ana"].caller).recipient.name == name)
    }

    @Test func `on the day of revealing nothing is secret any more`() async throws {
        let family = try await Family("Ana", "Ben")
        let occasion = try await family.occasion(limit: nil, by: "Ben", day: "2020-12-25", reveal: "2020-12-25")
        let gift = try await family.buys("Ben", for: "Ana", 2_000, on: occasion)
        #expect(try await family.store.gift(gift, on: occasion, as: try family["Ana"].caller).actual?.minor == 2_000)
        #expect(try await family.spent("Ana", on: occasion) == 2_000)
    }
}
