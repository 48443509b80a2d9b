import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

/// What was deleted comes back as it was.
@Suite(.ownDatabase) struct RestorationTests {
    private func removal(_ family: Family, _ name: String) async throws -> ActivityLine {
        try found(try await family.store.activity(on: nil, before: nil, as: try family[name].caller).lines.first, "a line")
    }

    @Test func `a deleted gift is restored with what was paid for it, once, and its subject hears of nothing`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller, ana = try family["Ana"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.buys("Ben", for: "Ana", 2_000, on: occasion)
        let purchase = try await removal(family, "Ben")
        let before = (try await store.occasion(occasion, as: ben).tally, try await store.gift(gift, on: occasion, as: ben))
        try await store.deleteGift(gift, on: occasion, as: ben)
        #expect(try await family.spent("Ben", on: occasion) == 0)
        let line = try await removal(family, "Ben")
        #expect(line.kind == .removal && line.parts.map(\.gift) == [gift] && line.reversal == .possible)
        await #expect(throws: StoreError.self) { try await store.undo(purchase.id, as: ben) }
        #expect(try await store.activity(on: nil, before: nil, as: ana).lines.isEmpty)
        for id in [line.id, .init(.v7())] { await expectNotFound { _ = try await store.undo(id, as: ana) } }
        let made = try await store.undo(line.id, as: ben)
        #expect(made.kind == .restoration && made.reverses == line.id)
        #expect(try await store.occasion(occasion, as: ben).tally == before.0)
        let after = try await store.gift(gift, on: occasion, as: ben)
        #expect(after.status == before.1.status && after.actual == before.1.actual && after.name == before.1.name)
        await #expect(throws: StoreError.self) { try await store.undo(line.id, as: ben) }
        #expect(try await store.activity(on: nil, before: nil, as: ana).lines.isEmpty)
        // Deleted again, it is restored again.
        try await store.deleteGift(gift, on: occasion, as: ben)
        _ = try await store.undo(try await removal(family, "Ben").id, as: ben)
        #expect(try await family.spent("Ben", on: occasion) == 2_000)
        // And the purchase, which stands again, is undone.
        _ = try await store.undo(purchase.id, as: ben)
        #expect(try await family.spent("Ben", on: occasion) == 0)
    }

    @Test func `a person and an occasion are restored by those who may delete them`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ana = try family["Ana"].caller, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: 5_000, by: "Ben"), cy = try family["Cy"].recipient
        try await family.buys("Ben", for: "Cy", 900, on: occasion)
        let before = try await store.occasion(occasion, as: ben).tally
        try await store.deleteRecipient(cy, as: ben)
        let person = try await removal(family, "Cy")
        // He is told what everybody sees, and what was planned for him is not his to put back.
        #expect(person.reversal == .forbidden)
        await #expect(throws: StoreError.self) { try await store.undo(person.id, as: try family["Cy"].caller) }
        _ = try await store.undo(person.id, as: ben)
        #expect(try await store.recipients(as: ben).contains { $0.id == cy })
        try await store.deleteOccasion(occasion, as: ana)
        #expect(try await store.activity(on: nil, before: nil, as: ben).lines.allSatisfy { $0.parts.isEmpty })
        let line = try await removal(family, "Ben")
        #expect(line.reversal == .forbidden)
        await #expect(throws: StoreError.self) { try await store.undo(line.id, as: ben) }
        _ = try await store.undo(line.id, as: ana)
        #expect(try await store.occasion(occasion, as: ben).tally == before)
    }

    @Test func `pages of activity follow each other without a line lost or told twice`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ben = try family["Ben"].caller, ana = try family["Ana"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        for index in 0..<7 { try await family.buys("Ben", for: index.isMultiple(of: 2) ? "Ana" : "Cy", 100, on: occasion) }
        for (caller, number) in [(ben, 7), (ana, 3)] {
            var seen: [ActivityLine.ID] = [], cursor: ActivityLine.Cursor?
            repeat {
                let page = try await store.activity(on: occasion, before: cursor, limit: 2, as: caller)
                seen += page.lines.map(\.id)
                cursor = page.next.flatMap { ActivityLine.Cursor("\($0)") }
            } while cursor != nil
            #expect(seen.count == number && Set(seen).count == number)
            #expect(seen == (try await store.activity(on: nil, before: nil, as: caller).lines.map(\.id)))
        }
    }
}
