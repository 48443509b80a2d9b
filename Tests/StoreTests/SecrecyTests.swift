import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

/// Ways in which somebody could come to see what is planned for them.
@Suite(.ownDatabase) struct SecrecyTests {
    @Test func `only an organiser who is given nothing lets surprises out earlier, and never on a day that has come`() async throws {
        let family = try await Family("Ana", "Ben")
        // Somebody else takes Ana off the list: she only gives.
        try await family.store.deleteRecipient(try family["Ana"].recipient, as: try family["Ben"].caller)
        _ = try await family.store.changeRecipient(
            try family["Ben"].recipient, name: "Benjamin", subjects: nil, notes: nil, as: try family["Ana"].caller)
        let occasion = try await family.occasion(limit: nil, by: "Ana")
        let day = try found(Day("2030-12-25"), "a day")
        func change(_ day: Day, _ reveal: Day?, by name: String) async throws {
            let draft = OccasionDraft(name: "Christmas", day: day, revealDay: reveal)
            _ = try await family.store.changeOccasion(occasion, draft, version: nil, as: try family[name].caller)
        }
        await #expect(throws: StoreError.self) { try await change(day, day, by: "Ben") }
        await #expect(throws: StoreError.self) { try await change(day.adding(days: -300), nil, by: "Ben") }
        let past = try found(Day("2020-01-01"), "a day")
        await #expect(throws: StoreError.self) { try await change(past, past, by: "Ana") }
        await #expect(throws: StoreError.self) { try await change(day, day.adding(days: -1), by: "Ana") }
        await #expect(throws: StoreError.self) { try await change(day, day, by: "Ana") }
        _ = try await TestDatabase.current.owner.query("DELETE FROM subject WHERE member_id = \(try family["Ana"].member) RETURNING member_id")
        await #expect(throws: StoreError.self) { try await change(past, past, by: "Ana") }
        try await change(day, day, by: "Ana")
        try await change(day.adding(days: 1), day.adding(days: 1), by: "Ana")
    }

    @Test func `who is given presents cannot bring their revealing forward, whether there are any or not`() async throws {
        let family = try await Family("Ana", "Ben")
        let occasion = try await family.occasion(limit: nil, by: "Ben", reveal: "2031-01-06")
        func attempt(_ day: String, _ reveal: String?) async throws -> String {
            let draft = OccasionDraft(name: "Christmas", day: try found(Day(day), "a day"), revealDay: reveal.flatMap { Day($0) })
            do {
                return "\(try await family.store.changeOccasion(occasion, draft, version: nil, as: try family["Ana"].caller).occasion)"
            } catch let error as StoreError { return "\(error)" }
        }
        let attempts = [("2030-12-25", "2030-12-25"), ("2026-12-02", "2026-12-02"), ("2030-12-25", "2031-01-05"), ("2030-12-25", "2030-12-01")]
        var before: [String] = []
        for (day, reveal) in attempts { before.append(try await attempt(day, reveal)) }
        #expect(before.allSatisfy { $0.hasPrefix("forbidden") || $0.hasPrefix("invalid") }, "\(before)")
        try await family.buys("Ben", for: "Ana", 1_000, on: occasion)
        var after: [String] = []
        for (day, reveal) in attempts { after.append(try await attempt(day, reveal)) }
        #expect(after == before)
        // Later is no harm, and back again is not allowed.
        #expect(try await attempt("2030-12-25", "2031-02-01").hasPrefix("Occasion"))
        #expect(try await attempt("2030-12-25", "2031-01-06").hasPrefix("forbidden"))
    }

    @Test func `a gift is seen by its recipient from when its giver reveals it, and nothing else is`() async throws {
        let family = try await Family("Ana", "Ben", "Cy")
        let occasion = try await family.occasion(limit: 10_000, by: "Ben")
        let ana = try family["Ana"].caller, ben = try family["Ben"].caller, cy = try family["Cy"].caller
        let gift = try await family.buys("Ben", for: "Ana", 2_500, on: occasion, name: "Kite")
        let other = try await family.buys("Ben", for: "Ana", 1_100, on: occasion, name: "Ball")
        let store = family.store
        func refusal(_ gift: Gift.ID, as caller: Caller) async -> String {
            do { return "\(try await store.revealGift(gift, on: occasion, as: caller))" } catch { return "\(error)" }
        }
        // To Ana the gift is as unknown as any id.
        #expect(await refusal(gift, as: ana) == refusal(.init(.v7()), as: ana))
        #expect(await refusal(gift, as: cy).hasPrefix("forbidden"))
        #expect(try await store.gifts(on: occasion, for: nil, as: ana).isEmpty)

        let revealed = try await store.revealGift(gift, on: occasion, as: ben)
        #expect(revealed.isRevealed)
        #expect(try await store.revealGift(gift, on: occasion, as: ben).version == revealed.version)
        #expect(try await store.gifts(on: occasion, for: nil, as: ana).map(\.id) == [gift])
        #expect(try await store.gift(gift, on: occasion, as: ana).actual?.minor == 2_500)
        #expect(try await store.ledger(of: occasion, after: nil, limit: 10, as: ana).entries.map(\.gift) == [gift])
        #expect(try await family.spent("Ana", on: occasion) == 2_500)
        #expect(try await store.recipient(try family["Ana"].recipient, on: occasion, as: ana).tally == nil)
        await #expect(throws: StoreError.self) { try await store.gift(other, on: occasion, as: ana) }
        // A gift for Ana that she may not see yet cannot be made by her either.
        await #expect(throws: StoreError.self) { try await family.plans("Ana", for: "Ana", on: occasion) }
    }

    @Test func `who bought a gift reveals it too`() async throws {
        let family = try await Family("Ana", "Ben", "Cy")
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.plans("Ben", for: "Ana", on: occasion)
        _ = try await family.store.purchase(
            .init(.v7()), PurchaseDraft(paid: 100, paidBy: nil, day: nil, receipt: nil), of: gift, on: occasion, as: try family["Cy"].caller)
        #expect(try await family.store.revealGift(gift, on: occasion, as: try family["Cy"].caller).isRevealed)
    }

    @Test func `who leaves and comes back is who they were`() async throws {
        let family = try await Family("Ana", "Ben")
        let ana = try family["Ana"], ben = try family["Ben"]
        let occasion = try await family.occasion(limit: nil, by: "Ana")
        try await family.buys("Ana", for: "Ben", 900, on: occasion)
        try await family.store.removeMember(ben.member, as: ben.caller)
        let hash: [UInt8] = Array("again".utf8)
        _ = try await family.store.invite(.init(.v7()), tokenHash: hash, email: nil, role: .adult, as: ana.caller)
        #expect(try await family.store.acceptInvitation(hash, by: ben.key).member == ben.member)
        #expect(try await family.store.gifts(on: occasion, for: nil, as: ben.caller).isEmpty)
    }

    @Test func `a note is a new version to those who may read it, and none to the person it is about`() async throws {
        let family = try await Family("Ana", "Ben", "Cy")
        let ana = try family["Ana"], ben = try family["Ben"], cy = try family["Cy"]
        func version(_ person: Family.Person) async throws -> Int {
            try await family.store.recipient(ana.recipient, as: person.caller).recipient.version
        }
        let (seen, known) = (try await version(ana), try await version(ben))
        for notes in ["Size M", "Size L"] {
            _ = try await family.store.changeRecipient(ana.recipient, name: nil, subjects: nil, notes: notes, as: cy.caller)
        }
        #expect(try await version(ana) == seen)
        #expect(try await version(ben) == known + 2)
        await #expect(throws: StoreError.self) {
            try await family.store.changeRecipient(ana.recipient, name: nil, subjects: nil, notes: "Size S", version: known, as: ben.caller)
        }
        _ = try await family.store.changeRecipient(ana.recipient, name: nil, subjects: nil, notes: "Size S", version: known + 2, as: ben.caller)
    }

    @Test func `nobody takes themselves off the list or takes over somebody else's page`() async throws {
        let family = try await Family("Ana", "Ben")
        let ana = try family["Ana"], ben = try family["Ben"]
        await #expect(throws: StoreError.self) { try await family.store.deleteRecipient(ben.recipient, as: ben.caller) }
        await #expect(throws: StoreError.self) {
            try await family.store.changeRecipient(ana.recipient, name: nil, subjects: [ben.member], notes: nil, as: ben.caller)
        }
    }

    @Test func `a link is not taken away from what its subject may not see yet, were it taken off the list`() async throws {
        let family = try await Family("Ana", "Ben", "Cy")
        let ana = try family["Ana"], ben = try family["Ben"], cy = try family["Cy"], store = family.store
        let occasion = try await family.occasion(limit: nil, by: "Cy")
        func unlink(_ person: Recipient.ID, leaving: [Member.ID] = [], as caller: Caller) async throws {
            _ = try await store.changeRecipient(person, name: nil, subjects: leaving, notes: nil, as: caller)
        }
        // Where nothing is planned yet, a link that was set by mistake goes.
        try await unlink(ana.recipient, as: ben.caller)
        _ = try await store.changeRecipient(ana.recipient, name: nil, subjects: [ana.member], notes: nil, as: ben.caller)
        let gift = try await family.buys("Ben", for: "Ana", 100, on: occasion)
        for giver in [ben, cy] {
            await #expect(throws: StoreError.self) { try await unlink(ana.recipient, as: giver.caller) }
            await #expect(throws: StoreError.self) { try await unlink(ana.recipient, leaving: [cy.member], as: ben.caller) }
        }
        // More who are surprised are no harm.
        try await unlink(ana.recipient, leaving: [ana.member, cy.member], as: ben.caller)
        try await store.deleteGift(gift, on: occasion, as: ben.caller)
        await #expect(throws: StoreError.self) { try await unlink(ana.recipient, as: ben.caller) }
        #expect(try await store.gifts(on: occasion, for: nil, as: ana.caller).isEmpty)
        // Somebody of whom only a note is kept.
        _ = try await store.changeRecipient(cy.recipient, name: nil, subjects: nil, notes: "Size 43", as: ben.caller)
        await #expect(throws: StoreError.self) { try await unlink(cy.recipient, as: ben.caller) }
        _ = try await store.changeRecipient(cy.recipient, name: nil, subjects: nil, notes: "", as: ben.caller)
        try await unlink(cy.recipient, as: ben.caller)
    }

    @Test func `a notice about somebody who turns out to be its reader is gone`() async throws {
        let family = try await Family("Ana", "Ben")
        let ana = try family["Ana"], ben = try family["Ben"]
        let occasion = try await family.occasion(limit: nil, by: "Ana")
        let himself = Recipient.ID(.v7())
        _ = try await family.store.addRecipient(himself, name: "Himself", subjects: [], notes: nil, as: ana.caller)
        try await family.store.setLimit(100, of: occasion, for: himself, as: ana.caller)
        let gift = Gift.ID(.v7())
        let draft = GiftDraft(recipient: himself, name: "Saw", status: .planned, estimate: nil, url: nil, notes: nil)
        _ = try await family.store.addGift(gift, draft, on: occasion, as: ana.caller)
        _ = try await family.store.purchase(
            .init(.v7()), PurchaseDraft(paid: 5_000, paidBy: nil, day: nil, receipt: nil), of: gift, on: occasion, as: ana.caller)
        try await family.checkBudgets()
        #expect(try await family.budgetNotices("Ben").count == 1)
        _ = try await family.store.changeRecipient(himself, name: nil, subjects: [ben.member], notes: nil, as: ana.caller)
        #expect(try await family.budgetNotices("Ben").isEmpty)
        #expect(try await family.budgetNotices("Ana").count == 1)
    }

    @Test func `only an organiser deletes an occasion, and a child only its own gifts`() async throws {
        let family = try await Family("Ana", "Ben", "Kim")
        let occasion = try await family.occasion(limit: nil, by: "Ana")
        let gift = try await family.buys("Ana", for: "Ben", 100, on: occasion)
        let ana = try family["Ana"], ben = try family["Ben"], kim = try family["Kim"]
        try await family.store.changeRole(of: kim.member, to: .child, as: ana.caller)
        await #expect(throws: StoreError.self) { try await family.store.deleteOccasion(occasion, as: ben.caller) }
        await #expect(throws: StoreError.self) { try await family.store.deleteGift(gift, on: occasion, as: kim.caller) }
        let own = try await family.plans("Kim", for: "Ben", on: occasion)
        try await family.store.deleteGift(own, on: occasion, as: kim.caller)
        try await family.store.deleteOccasion(occasion, as: ana.caller)
    }

    @Test func `a guest reads the calendar and does not write it`() async throws {
        let family = try await Family("Ana", "Gus")
        let ana = try family["Ana"], gus = try family["Gus"]
        try await family.store.changeRole(of: gus.member, to: .guest, as: ana.caller)
        let details = EventDetails(
            title: "Party", start: .day(try found(Day("2030-01-01"), "a day")), end: nil, location: nil, description: nil, url: nil,
            recurrence: nil, alarms: [], attendees: [])
        let event = try await family.store.addEvent(.init(.v7()), details, scan: nil, as: ana.caller).event.id
        #expect(try await family.store.event(event, as: gus.caller).event.title == "Party")
        await #expect(throws: StoreError.self) { try await family.store.addEvent(.init(.v7()), details, scan: nil, as: gus.caller) }
        await #expect(throws: StoreError.self) { try await family.store.deleteEvent(event, version: nil, as: gus.caller) }
    }

    @Test func `a key that comes back with another request is refused`() async throws {
        let family = try await Family("Ana", "Ben")
        let occasion = try await family.occasion(limit: nil, by: "Ana")
        let caller = try family["Ana"].caller, id = Gift.ID(.v7()), recipient = try family["Ben"].recipient
        func add(_ name: String) async throws {
            let draft = GiftDraft(recipient: recipient, name: name, status: .planned, estimate: nil, url: nil, notes: nil)
            _ = try await family.store.addGift(id, draft, on: occasion, as: caller)
        }
        try await add("Socks")
        try await add("Socks")
        await #expect(throws: StoreError.self) { try await add("Gloves") }
        #expect(try await family.store.gifts(on: occasion, for: nil, as: caller).count == 1)
    }
}
