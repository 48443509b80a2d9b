import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct GiftLogisticsTests {
    @Test func `those who plan, buy or chip in see where a gift is, and nobody else does`() async throws {
        let family = try await Family("Ana", "Ben", "Cy", "Dee", "Eve"), store = family.store
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.plans("Ben", for: "Ana", on: occasion)
        func logistics(_ name: String) async throws -> GiftLogistics {
            try await store.logistics(of: gift, on: occasion, as: try family[name].caller).logistics
        }
        let attic = GiftLogistics(hidingPlace: "Attic", returnBy: Day("2031-01-06"), orderNumber: "A-17", trackingNumber: "XY123")
        #expect(try await store.setLogistics(attic, of: gift, on: occasion, as: try family["Ben"].caller).version == 1)
        await #expect(throws: StoreError.self) { try await logistics("Cy") }
        #expect(try await store.logistics(for: try family["Ana"].recipient, on: occasion, as: try family["Cy"].caller).isEmpty)
        _ = try await store.purchase(
            .init(.v7()), PurchaseDraft(paid: 900, paidBy: nil, day: nil, receipt: nil), of: gift, on: occasion, as: try family["Cy"].caller)
        #expect(try await logistics("Cy") == attic)
        let part = ContributionDraft(member: nil, part: .weight(1)), id = Contribution.ID(.v7())
        _ = try await store.chipIn(id, part, to: gift, on: occasion, as: try family["Dee"].caller)
        #expect(try await logistics("Dee") == attic)
        #expect(try await store.logistics(for: try family["Ana"].recipient, on: occasion, as: try family["Dee"].caller) == [gift: attic])
        try await store.withdraw(id, from: gift, on: occasion, as: try family["Dee"].caller)
        for name in ["Dee", "Eve"] { await #expect(throws: StoreError.self) { try await logistics(name) } }
        // The policy itself says so, whatever a statement asks for.
        for (name, rows) in [("Ben", 1), ("Cy", 1), ("Dee", 0), ("Ana", 0)] {
            #expect(try await rowsSeen(by: try family[name].key, in: family.profile.id) == rows, "\(name)")
        }
    }

    private func rowsSeen(by key: SessionKey, in household: HouseholdProfile.ID) async throws -> Int {
        try await TestDatabase.current.api.pipeline(["SELECT * FROM enter(\(key.hash), \(household))", "SELECT gift_id FROM gift_logistics"])[1].count
    }

    @Test func `to its recipient a gift has no place, not even once it is revealed`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ana = try family["Ana"].caller, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.plans("Ben", for: "Ana", on: occasion), place = GiftLogistics(hidingPlace: "Shed")
        _ = try await store.setLogistics(place, of: gift, on: occasion, as: ben)
        for id in [gift, Gift.ID(.v7())] {
            await expectNotFound { try await store.logistics(of: id, on: occasion, as: ana) }
            await expectNotFound { try await store.setLogistics(place, of: id, on: occasion, as: ana) }
        }
        _ = try await store.revealGift(gift, on: occasion, as: ben)
        await #expect(throws: StoreError.self) { try await store.logistics(of: gift, on: occasion, as: ana) }
    }

    @Test func `of two who write at once with what they read, the second is told`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.plans("Ben", for: "Ana", on: occasion)
        #expect(try await store.logistics(of: gift, on: occasion, as: ben).version == 0)
        let written = try await store.setLogistics(GiftLogistics(hidingPlace: "Attic"), of: gift, on: occasion, version: 0, as: ben)
        await #expect(throws: StoreError.self) {
            try await store.setLogistics(GiftLogistics(hidingPlace: "Shed"), of: gift, on: occasion, version: 0, as: ben)
        }
        #expect(try await store.setLogistics(GiftLogistics(), of: gift, on: occasion, version: written.version, as: ben).logistics == GiftLogistics())
    }
}
