import Household
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct SurpriseTests {
    @Test func `who wants to be surprised sees nothing of it until they change their mind`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ana = try family["Ana"], ben = try family["Ben"]
        let occasion = try await family.occasion(limit: nil, by: "Ben"), home = Recipient.ID(.v7())
        _ = try await store.addRecipient(home, name: "Our home", subjects: [], notes: "A lamp?", as: ben.caller)
        let gift = Gift.ID(.v7())
        _ = try await store.addGift(
            gift, GiftDraft(recipient: home, name: "Lamp", status: .planned, estimate: 500, url: nil, notes: nil), on: occasion, as: ben.caller)
        _ = try await store.purchase(.init(.v7()), PurchaseDraft(paid: 500, paidBy: nil, day: nil, receipt: nil), of: gift, on: occasion, as: ben.caller)
        let before = try await family.spent("Ana", on: occasion)
        for _ in 0..<2 { try await store.beSurprised(by: home, as: ana.caller) }
        #expect(before == 500)
        #expect(try await family.spent("Ana", on: occasion) == 0)
        #expect(try await family.spent("Cy", on: occasion) == 500)
        await expectNotFound { try await store.gift(gift, on: occasion, as: ana.caller) }
        let seen = try await store.recipient(home, as: ben.caller).recipient
        #expect(seen.chosen == [ana.member] && seen.members.isEmpty)
        try await store.beTold(of: home, as: ana.caller)
        #expect(try await family.spent("Ana", on: occasion) == 500)
    }

    @Test func `whom somebody is linked to changes nothing for who wants to be surprised`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ana = try family["Ana"], ben = try family["Ben"]
        let home = Recipient.ID(.v7())
        _ = try await store.addRecipient(home, name: "Our home", subjects: [], notes: nil, as: ben.caller)
        try await store.beSurprised(by: home, as: ana.caller)
        _ = try await store.changeRecipient(home, name: nil, subjects: [try family["Cy"].member], notes: nil, as: ben.caller)
        #expect(try await store.recipient(home, as: ben.caller).recipient.subjects.count == 2)
        _ = try await store.changeRecipient(home, name: nil, subjects: [], notes: nil, as: ben.caller)
        #expect(try await store.recipient(home, as: ben.caller).recipient.subjects == [ana.member])
    }

    @Test func `who is the recipient stays surprised, whatever they chose before`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ana = try family["Ana"], ben = try family["Ben"]
        for _ in 0..<2 {
            try await store.beSurprised(by: ana.recipient, as: ana.caller)
            await #expect(throws: StoreError.self) { try await store.beTold(of: ana.recipient, as: ana.caller) }
        }
        #expect(try await store.recipient(ana.recipient, as: ben.caller).recipient.members == [ana.member])
        // Chosen first, and then it turned out to be her.
        let page = Recipient.ID(.v7())
        _ = try await store.addRecipient(page, name: "Someone", subjects: [], notes: nil, as: ben.caller)
        try await store.beSurprised(by: page, as: ana.caller)
        _ = try await store.changeRecipient(page, name: nil, subjects: [ana.member], notes: nil, as: ben.caller)
        await #expect(throws: StoreError.self) { try await store.beTold(of: page, as: ana.caller) }
        await expectNotFound { try await store.beSurprised(by: .init(.v7()), as: ana.caller) }
    }

    @Test func `presents for a couple are kept from both`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, cy = try family["Cy"]
        let occasion = try await family.occasion(limit: nil, by: "Cy"), couple = Recipient.ID(.v7())
        let both = [try family["Ana"].member, try family["Ben"].member]
        _ = try await store.addRecipient(couple, name: "Ana & Ben", subjects: both, notes: nil, as: cy.caller)
        let gift = Gift.ID(.v7())
        _ = try await store.addGift(
            gift, GiftDraft(recipient: couple, name: "Tent", status: .planned, estimate: 500, url: nil, notes: nil), on: occasion, as: cy.caller)
        for name in ["Ana", "Ben"] {
            await expectNotFound { try await store.gift(gift, on: occasion, as: try family[name].caller) }
        }
        #expect(Set(try await store.recipient(couple, as: cy.caller).recipient.members) == Set(both))
    }
}
