import Household
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct LedgerTests {
    private let draft = PurchaseDraft(paid: 2_000, paidBy: nil, day: nil, receipt: nil)

    private func lines(_ gifts: [Gift.ID], _ prices: [Int]) -> [PurchaseLine] {
        zip(gifts, prices).map { PurchaseLine(entry: .init(.v7()), gift: $0, minor: $1) }
    }

    private func shared(_ lines: [PurchaseLine], shipping: Int = 0, tax: Int = 0, discount: Int = 0) -> SharedPurchaseDraft {
        SharedPurchaseDraft(lines: lines, shipping: shipping, tax: tax, discount: discount, paidBy: nil, day: nil, receipt: nil)
    }

    @Test func `a second purchase of a gift that is paid for is refused, unless more was paid`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.plans("Ben", for: "Ana", on: occasion)
        let id = LedgerEntry.ID(.v7())
        let first = try await store.purchase(id, draft, of: gift, on: occasion, as: ben)
        // The same request again is the same entry.
        #expect(try await store.purchase(id, draft, of: gift, on: occasion, as: ben).id == first.id)
        await #expect(throws: StoreError.self) { try await store.purchase(.init(.v7()), draft, of: gift, on: occasion, as: ben) }
        #expect(try await family.spent("Ben", on: occasion) == 2_000)
        var more = draft
        more.isAdditional = true
        _ = try await store.purchase(.init(.v7()), more, of: gift, on: occasion, as: ben)
        #expect(try await family.spent("Ben", on: occasion) == 4_000)
        // What was taken back can be bought again.
        _ = try await store.undoPurchase(of: gift, on: occasion, as: ben)
        _ = try await store.purchase(.init(.v7()), draft, of: gift, on: occasion, as: ben)
        #expect(try await family.spent("Ben", on: occasion) == 2_000)
    }

    @Test func `of purchases of one gift side by side one is taken, and refunds never exceed it`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.plans("Ben", for: "Ana", on: occasion)
        func sideBySide(_ work: @escaping @Sendable () async throws -> Void) async -> Int {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 { group.addTask { do { try await work(); return true } catch { return false } } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        let draft = draft
        #expect(await sideBySide { _ = try await store.purchase(.init(.v7()), draft, of: gift, on: occasion, as: ben) } == 1)
        let half = PurchaseDraft(paid: 900, paidBy: nil, day: nil, receipt: nil)
        #expect(await sideBySide { _ = try await store.refund(.init(.v7()), half, of: gift, on: occasion, as: ben) } == 2)
        #expect(try await family.spent("Ben", on: occasion) == 200)
    }

    /// Case G20.
    @Test func `one purchase of several gifts is shared to the last cent, or not entered at all`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gifts = [try await family.plans("Ben", for: "Cy", on: occasion), try await family.plans("Ben", for: "Cy", on: occasion)]
        let entries = try await store.purchase(shared(lines(gifts, [2_000, 1_000]), shipping: 300, tax: 264), on: occasion, as: ben)
        #expect(entries.map { $0.amount?.minor } == [2_376, 1_188])
        #expect(try await family.spent("Ben", on: occasion) == 3_564)
        #expect(try await store.gifts(on: occasion, for: nil, as: ben).allSatisfy { $0.status == .bought })

        let other = try await family.plans("Ben", for: "Cy", on: occasion)
        let refused = [
            shared(lines([other, gifts[0]], [1, 1])), shared(lines([other, other], [1, 1])), shared(lines([other], [100]), discount: 101),
            shared(lines([other, .init(.v7())], [1, 1])),
        ]
        for draft in refused { await #expect(throws: StoreError.self) { try await store.purchase(draft, on: occasion, as: ben) } }
        #expect(try await family.spent("Ben", on: occasion) == 3_564)
    }

    @Test func `a purchase that is partly for the viewer shows them the other lines, and no trace of their own`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ana = try family["Ana"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let hers = try await family.plans("Ben", for: "Ana", on: occasion), his = try await family.plans("Ben", for: "Cy", on: occasion)
        _ = try await store.purchase(shared(lines([hers, his], [2_000, 1_000]), shipping: 300), on: occasion, as: try family["Ben"].caller)
        let seen = try await store.ledger(of: occasion, after: nil, limit: 10, as: ana).entries
        #expect(seen.map(\.gift) == [his])
        #expect(seen.map { $0.amount?.minor } == [1_100])
        #expect(try await family.spent("Ana", on: occasion) == 1_100)
        // She cannot buy with a line for herself either: that gift is not there.
        await #expect(throws: StoreError.self) { try await store.purchase(self.shared(self.lines([hers], [1])), on: occasion, as: ana) }
    }
}
