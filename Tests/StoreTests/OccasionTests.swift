import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct OccasionTests {
    private func day(_ text: String) throws -> Day { try found(Day(text), "a day") }
    private func rule(_ text: String) throws -> DayRule { try found(DayRule(text), "a rule") }

    @Test func `an occasion keeps its rule, and knows the days of the seasons to come`() async throws {
        let family = try await Family("Ana")
        let caller = try family["Ana"].caller, id = Occasion.ID(.v7())
        let draft = OccasionDraft(name: "Easter", day: try day("2030-04-21"), rule: try rule("easter"), revealDay: nil, thresholds: [50])
        let made = try await family.store.addOccasion(id, draft, limit: nil, as: caller).occasion
        #expect(made.rule?.description == "easter")
        #expect(made.nextDays.map(\.description) == ["2031-04-13", "2032-03-28", "2033-04-17"])
        #expect(made.thresholds == [50])
        let wrong = OccasionDraft(name: "Easter", day: try day("2030-04-22"), rule: try rule("easter"), revealDay: nil)
        await #expect(throws: StoreError.self) { try await family.store.changeOccasion(id, wrong, version: nil, as: caller) }
        await #expect(throws: StoreError.self) { try await family.store.addOccasion(.init(.v7()), wrong, limit: nil, as: caller) }
        let early = OccasionDraft(name: "Easter", day: try day("2030-04-21"), revealDay: try day("2030-04-20"))
        await #expect(throws: StoreError.self) { try await family.store.addOccasion(.init(.v7()), early, limit: nil, as: caller) }
    }

    @Test func `a limit of the whole is part of the occasion's state; a recipient's does not show there`() async throws {
        let family = try await Family("Ana", "Ben")
        let occasion = try await family.occasion(limit: 100, by: "Ana")
        let ben = try family["Ben"]
        func version() async throws -> Int { try await family.store.occasion(occasion, as: ben.caller).occasion.version }
        let before = try await version()
        try await family.store.setLimit(500, of: occasion, for: ben.recipient, as: try family["Ana"].caller)
        #expect(try await version() == before)
        try await family.store.setLimit(500, of: occasion, for: nil, as: try family["Ana"].caller)
        #expect(try await version() > before)
        // Who has not seen the new limit cannot overwrite it.
        let draft = OccasionDraft(name: "Christmas", day: try day("2030-12-25"), revealDay: nil)
        await #expect(throws: StoreError.self) {
            try await family.store.changeOccasion(occasion, draft, limit: .some(900), version: before, as: ben.caller)
        }
        let now = try await family.store.occasion(occasion, as: ben.caller)
        #expect(now.tally.limit?.minor == 500)
        let changed = try await family.store.changeOccasion(occasion, draft, limit: .some(nil), version: now.occasion.version, as: ben.caller)
        #expect(changed.tally.limit == nil)
        #expect(changed.occasion.version == now.occasion.version + 1)
    }

    /// A season with limits, an idea and a purchase for each of the two.
    private func season(_ family: Family) async throws -> Occasion.ID {
        let id = Occasion.ID(.v7())
        let draft = OccasionDraft(
            name: "Christmas", day: try day("2030-12-25"), rule: try rule("fixed:12-25"), revealDay: try day("2031-01-06"), thresholds: [90])
        _ = try await family.store.addOccasion(id, draft, limit: 40_000, as: try family["Ana"].caller)
        for (giver, receiver) in [("Ana", "Ben"), ("Ben", "Ana")] {
            let caller = try family[giver].caller, recipient = try family[receiver].recipient
            try await family.store.setLimit(9_000, of: id, for: recipient, as: caller)
            try await family.store.setLimit(8_000, of: id, for: recipient, as: caller)
            let idea = GiftDraft(recipient: recipient, name: "Idea for \(receiver)", status: .idea, estimate: 700, url: nil, notes: "Blue")
            _ = try await family.store.addGift(.init(.v7()), idea, on: id, as: caller)
            try await family.buys(giver, for: receiver, 2_000, on: id, name: "Bought for \(receiver)")
        }
        return id
    }

    @Test func `a season is copied to its next day with its limits, and with ideas where asked, but no gifts`() async throws {
        let family = try await Family("Ana", "Ben")
        let ana = try family["Ana"], source = try await season(family)
        for withIdeas in [false, true] {
            let id = Occasion.ID(.v7()), copy = OccasionCopy(name: nil, day: nil, withIdeas: withIdeas)
            let made = try await family.store.copyOccasion(source, to: id, copy, as: ana.caller)
            #expect(made.occasion.name == "Christmas")
            #expect(made.occasion.day.description == "2031-12-25")
            #expect(made.occasion.rule?.description == "fixed:12-25")
            #expect(made.occasion.revealDay?.description == "2032-01-06")
            #expect(made.occasion.thresholds == [90])
            #expect(made.tally.limit?.minor == 40_000)
            #expect(made.tally.spent.minor == 0)
            let gifts = try await family.store.gifts(on: id, for: nil, as: ana.caller)
            #expect(gifts.map(\.name) == (withIdeas ? ["Idea for Ben"] : []))
            #expect(gifts.allSatisfy { $0.status == .idea && $0.estimate?.minor == 700 && $0.notes == "Blue" })
            let people = try await family.store.recipients(on: id, as: ana.caller)
            #expect(people.first { $0.recipient.name == "Ben" }?.tally?.limit?.minor == 8_000)
            // The same request again makes nothing new.
            #expect(try await family.store.copyOccasion(source, to: id, copy, as: ana.caller).occasion.id == id)
        }
        #expect(try await family.store.occasions(as: ana.caller).count == 3)
    }

    @Test func `a copy tells who made it nothing of their own presents, and writes nothing about them`() async throws {
        let family = try await Family("Ana", "Ben")
        let source = try await season(family), id = Occasion.ID(.v7())
        _ = try await family.store.copyOccasion(source, to: id, .init(name: "Next", day: nil, withIdeas: true), as: try family["Ana"].caller)
        let owner = try TestDatabase.current.owner, ana = try family["Ana"].recipient
        for table in ["gift", "budget_limit"] {
            let about: [Recipient.ID?] = try await owner.query(
                table == "gift" ? "SELECT recipient_id FROM gift WHERE occasion_id = \(id)" : "SELECT recipient_id FROM budget_limit WHERE occasion_id = \(id)"
            ).map { try $0["recipient_id"] }
            #expect(!about.isEmpty && !about.contains(ana), "\(table)")
        }
        #expect(try await family.store.recipient(ana, on: id, as: try family["Ben"].caller).tally?.limit == nil)
    }

    @Test func `a season of long ago is copied to the next day that comes, and an unknown one not at all`() async throws {
        let family = try await Family("Ana", "Ben")
        let ana = try family["Ana"].caller
        let old = try await family.occasion(limit: 100, by: "Ana", day: "2019-02-28", reveal: "2019-02-28")
        let copy = try await family.store.copyOccasion(old, to: .init(.v7()), .init(name: nil, day: nil, withIdeas: true), as: ana)
        #expect(copy.daysLeft >= 0 && copy.daysLeft <= 366)
        #expect(copy.occasion.day.month == 2)
        #expect(copy.occasion.rule == nil)
        let past = try await family.store.copyOccasion(old, to: .init(.v7()), .init(name: nil, day: try day("2020-01-01"), withIdeas: true), as: ana)
        #expect(past.occasion.revealDay == nil)
        await #expect(throws: StoreError.self) {
            try await family.store.copyOccasion(.init(.v7()), to: .init(.v7()), .init(name: nil, day: nil, withIdeas: false), as: ana)
        }
    }

    @Test func `pace and savings are of what the viewer may see`() async throws {
        let family = try await Family("Ana", "Ben")
        let occasion = try await family.occasion(limit: 10_000, by: "Ben")
        try await family.buys("Ben", for: "Ana", 2_000, on: occasion)
        let mine = try await family.store.occasion(occasion, as: try family["Ana"].caller)
        #expect(mine.tally.spent.minor == 0)
        let pace = try found(mine.pace, "a pace")
        #expect(pace.start == mine.planned && pace.start == mine.today)
        #expect(pace.expected(by: mine.today).minor == 0)
        #expect(pace.expected(by: mine.occasion.day).minor == 10_000)
        let unlimited = try await family.occasion(limit: nil, by: "Ben")
        #expect(try await family.store.occasion(unlimited, as: try family["Ana"].caller).pace == nil)
    }
}
