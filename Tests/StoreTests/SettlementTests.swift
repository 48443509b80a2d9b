import Household
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct SettlementTests {
    private func chipIn(_ names: String..., to gift: Gift.ID, on occasion: Occasion.ID, in family: Family, as caller: Caller) async throws {
        for name in names {
            let draft = ContributionDraft(member: try family[name].member, part: .weight(1))
            _ = try await family.store.chipIn(.init(.v7()), draft, to: gift, on: occasion, as: caller)
        }
    }

    private func transfers(_ name: String, _ occasion: Occasion.ID, _ family: Family) async throws -> [String] {
        let names = Dictionary(uniqueKeysWithValues: family.people.values.map { ($0.member, $0.name) })
        return try await family.store.settlement(of: occasion, as: family[name].caller).map {
            "\(names[$0.from] ?? "?") \(names[$0.to] ?? "?") \($0.amount.minor)"
        }.sorted()
    }

    /// Case G17.
    @Test func `a gift of three is borne in exact shares, and a refund mirrors them`() async throws {
        let family = try await Family("Ana", "Ben", "Cy", "Dee"), store = family.store, ben = try family["Ben"]
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.buys("Ben", for: "Ana", 100, on: occasion)
        try await chipIn("Ben", "Cy", "Dee", to: gift, on: occasion, in: family, as: ben.caller)
        #expect(try await store.contributions(to: gift, on: occasion, as: ben.caller).map(\.share.minor) == [34, 33, 33])
        #expect(try await transfers("Cy", occasion, family) == ["Cy Ben 33", "Dee Ben 33"])
        let back = PurchaseDraft(paid: 100, paidBy: nil, day: nil, receipt: nil)
        _ = try await store.refund(.init(.v7()), back, of: gift, on: occasion, as: ben.caller)
        #expect(try await store.contributions(to: gift, on: occasion, as: ben.caller).map(\.share.minor) == [0, 0, 0])
        #expect(try await transfers("Cy", occasion, family).isEmpty)
    }

    @Test func `everybody is told the same of what they may know, and nothing of what is for them`() async throws {
        let family = try await Family("Ana", "Ben", "Cy")
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let granny = Recipient.ID(.v7()), ben = try family["Ben"].caller
        _ = try await family.store.addRecipient(granny, name: "Granny", subjects: [], notes: nil, as: ben)
        let forAna = try await family.buys("Ben", for: "Ana", 2_000, on: occasion), forCy = try await family.buys("Ana", for: "Cy", 1_000, on: occasion)
        try await chipIn("Ben", "Cy", to: forAna, on: occasion, in: family, as: ben)
        try await chipIn("Ana", "Ben", to: forCy, on: occasion, in: family, as: ben)
        let tea = Gift.ID(.v7())
        _ = try await family.store.addGift(tea, GiftDraft(recipient: granny, name: "Tea", status: .idea, estimate: nil, url: nil, notes: nil), on: occasion, as: ben)
        _ = try await family.store.purchase(.init(.v7()), PurchaseDraft(paid: 900, paidBy: nil, day: nil, receipt: nil), of: tea, on: occasion, as: ben)
        try await chipIn("Ana", "Ben", "Cy", to: tea, on: occasion, in: family, as: ben)

        let open = ["Ana Ben 300", "Cy Ben 300"], ofAna = ["Cy Ben 1000"], ofCy = ["Ben Ana 500"]
        #expect(try await transfers("Ben", occasion, family) == (open + ofAna + ofCy).sorted())
        #expect(try await transfers("Ana", occasion, family) == (open + ofCy).sorted())
        #expect(try await transfers("Cy", occasion, family) == (open + ofAna).sorted())

        // What a giver reveals is settled with what is no secret: Cy owes Ben 300 and 1000.
        _ = try await family.store.revealGift(forAna, on: occasion, as: ben)
        #expect(try await transfers("Ana", occasion, family) == ["Ana Ben 300", "Ben Ana 500", "Cy Ben 1300"])
        #expect(try await transfers("Cy", occasion, family) == ["Ana Ben 300", "Cy Ben 1300"])
    }

    @Test func `nobody chips in for their own present, knowingly or not`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.plans("Ben", for: "Ana", on: occasion), ana = try family["Ana"]
        let part = ContributionDraft(member: ana.member, part: .weight(1))
        await #expect(throws: StoreError.self) { try await store.chipIn(.init(.v7()), part, to: gift, on: occasion, as: ben) }
        // For her the gift is not there.
        for draft in [part, ContributionDraft(member: nil, part: .amount(5))] {
            await #expect(throws: StoreError.self) { try await store.chipIn(.init(.v7()), draft, to: gift, on: occasion, as: ana.caller) }
        }
        await #expect(throws: StoreError.self) { try await store.contributions(to: gift, on: occasion, as: ana.caller) }
        // Ben used her card: whoever settled that would have to pay her.
        _ = try await store.purchase(.init(.v7()), PurchaseDraft(paid: 500, paidBy: ana.member, day: nil, receipt: nil), of: gift, on: occasion, as: ben)
        try await chipIn("Ben", "Cy", to: gift, on: occasion, in: family, as: ben)
        #expect(try await transfers("Ben", occasion, family).isEmpty)
    }

    @Test func `a part that is withdrawn is borne by the others, and can be taken on again`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ben = try family["Ben"], cy = try family["Cy"]
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.buys("Ben", for: "Ana", 1_000, on: occasion)
        try await chipIn("Ben", to: gift, on: occasion, in: family, as: ben.caller)
        let id = Contribution.ID(.v7()), amount = ContributionDraft(member: nil, part: .amount(400))
        #expect(try await store.chipIn(id, amount, to: gift, on: occasion, as: cy.caller).share.minor == 400)
        #expect(try await store.chipIn(id, amount, to: gift, on: occasion, as: cy.caller).id == id)
        await #expect(throws: StoreError.self) { try await store.chipIn(.init(.v7()), amount, to: gift, on: occasion, as: cy.caller) }
        #expect(try await transfers("Ben", occasion, family) == ["Cy Ben 400"])
        try await store.withdraw(id, from: gift, on: occasion, as: cy.caller)
        #expect(try await store.contributions(to: gift, on: occasion, as: ben.caller).map(\.share.minor) == [1_000])
        #expect(try await transfers("Ben", occasion, family).isEmpty)
        _ = try await store.chipIn(.init(.v7()), ContributionDraft(member: nil, part: .weight(3)), to: gift, on: occasion, as: cy.caller)
        #expect(try await transfers("Cy", occasion, family) == ["Cy Ben 750"])
    }
}
