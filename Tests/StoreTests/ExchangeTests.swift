import Household
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct ExchangeTests {
    private func yuan(_ minor: Int, rate: String? = nil) throws -> PurchaseDraft {
        PurchaseDraft(paid: minor, currency: try found(Currency("CNY"), "yuan"), rate: rate, paidBy: nil, day: nil, receipt: nil)
    }

    /// Case G19.
    @Test func `what was paid abroad counts at the rate that is stored with it, and shows both`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.plans("Ben", for: "Ana", on: occasion)
        let entry = try await store.purchase(.init(.v7()), try self.yuan(50_000, rate: "0.1283"), of: gift, on: occasion, as: ben)
        #expect(entry.amount?.minor == 6_415)
        #expect(entry.foreign?.money.plain == "500.00")
        #expect(entry.foreign?.rate?.plain == "0.1283")
        #expect(try await family.spent("Ben", on: occasion) == 6_415)
        #expect(try await family.spent("Ana", on: occasion) == 0)
        // Another rate is a correction: the entry stays, the difference is appended.
        let right = try await store.correct(entry.id, entering: .init(.v7()), .init(rate: "0.13", reason: "The bank's rate"), on: occasion, as: ben)
        #expect(right.amount?.minor == 85)
        #expect(right.about == entry.id)
        #expect(right.reason == "The bank's rate")
        #expect(try await family.spent("Ben", on: occasion) == 6_500)
        #expect(try await store.ledger(of: occasion, after: nil, limit: 10, as: ben).entries.map { $0.amount?.minor } == [6_415, 85])
    }

    /// Case G19.
    @Test func `without a rate it is listed and said, never counted as money, until a rate is given`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: 6_000, by: "Ben")
        let gift = try await family.plans("Ben", for: "Ana", on: occasion)
        let entry = try await store.purchase(.init(.v7()), try self.yuan(50_000), of: gift, on: occasion, as: ben)
        #expect(entry.isWaiting)
        #expect(entry.amount == nil)
        #expect(try await family.spent("Ben", on: occasion) == 0)
        #expect(try await store.gift(gift, on: occasion, as: ben).actual == nil)
        #expect(try await store.occasion(occasion, as: ben).tally.waiting == 1)
        #expect(try await store.recipient(try family["Ana"].recipient, on: occasion, as: ben).tally?.waiting == 1)
        #expect(try await store.occasion(occasion, as: try family["Ana"].caller).tally.waiting == 0)
        // Most likely the same purchase again; and nothing comes back of what has no amount.
        await #expect(throws: StoreError.self) { try await store.purchase(.init(.v7()), try self.yuan(50_000), of: gift, on: occasion, as: ben) }
        await #expect(throws: StoreError.self) {
            try await store.refund(.init(.v7()), .init(paid: 1, paidBy: nil, day: nil, receipt: nil), reason: nil, ofEntry: entry.id, on: occasion, as: ben)
        }
        try await family.checkBudgets()
        #expect(try await family.budgetNotices("Cy").isEmpty)
        _ = try await store.correct(entry.id, entering: .init(.v7()), .init(rate: "0.1283", reason: nil), on: occasion, as: ben)
        #expect(try await family.spent("Ben", on: occasion) == 6_415)
        #expect(try await store.occasion(occasion, as: ben).tally.waiting == 0)
        try await family.checkBudgets()
        #expect(try await family.budgetNotices("Cy").count == 1)
        #expect(try await family.budgetNotices("Ana").isEmpty)
    }

    @Test func `what waits is taken back to nothing, and no rate brings it again`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.plans("Ben", for: "Ana", on: occasion)
        let entry = try await store.purchase(.init(.v7()), try self.yuan(50_000), of: gift, on: occasion, as: ben)
        _ = try await store.undoPurchase(of: gift, on: occasion, as: ben)
        #expect(try await store.occasion(occasion, as: ben).tally.waiting == 0)
        await #expect(throws: StoreError.self) {
            try await store.correct(entry.id, entering: .init(.v7()), .init(rate: "0.1", reason: nil), on: occasion, as: ben)
        }
        #expect(try await family.spent("Ben", on: occasion) == 0)
    }

    @Test func `a rate that is none, or is for the occasion's own currency, is refused`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.plans("Ben", for: "Ana", on: occasion)
        for rate in ["0", "-1", "0,1", "1e3", "99999999999999999"] {
            await #expect(throws: StoreError.self) { try await store.purchase(.init(.v7()), try self.yuan(1, rate: rate), of: gift, on: occasion, as: ben) }
        }
        let euros = PurchaseDraft(paid: 1, rate: "1", paidBy: nil, day: nil, receipt: nil)
        await #expect(throws: StoreError.self) { try await store.purchase(.init(.v7()), euros, of: gift, on: occasion, as: ben) }
        #expect(try await store.ledger(of: occasion, after: nil, limit: 10, as: ben).entries.isEmpty)
    }
}
