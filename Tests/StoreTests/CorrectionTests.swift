import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct CorrectionTests {
    private func paid(_ minor: Int) -> PurchaseDraft { PurchaseDraft(paid: minor, paidBy: nil, day: nil, receipt: nil, isAdditional: true) }

    @Test func `a correction says what it corrects and why, and never takes more than came back`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.buys("Ben", for: "Ana", 2_000, on: occasion)
        let entry = try await store.ledger(of: occasion, after: nil, limit: 1, as: ben).entries[0]
        await #expect(throws: StoreError.self) { try await store.correct(entry.id, entering: .init(.v7()), .init(paid: 1, reason: nil), on: occasion, as: ben) }
        let id = LedgerEntry.ID(.v7()), draft = CorrectionDraft(paid: 1_500, reason: "Read the wrong line")
        let first = try await store.correct(entry.id, entering: id, draft, on: occasion, as: ben)
        #expect(first.amount?.minor == -500)
        // The same request again is the same entry.
        #expect(try await store.correct(entry.id, entering: id, draft, on: occasion, as: ben).id == id)
        #expect(try await family.spent("Ben", on: occasion) == 1_500)
        _ = try await store.refund(.init(.v7()), self.paid(1_000), reason: "Too small", ofEntry: entry.id, on: occasion, as: ben)
        await #expect(throws: StoreError.self) { try await store.refund(.init(.v7()), self.paid(501), reason: nil, ofEntry: entry.id, on: occasion, as: ben) }
        await #expect(throws: StoreError.self) {
            try await store.correct(entry.id, entering: .init(.v7()), .init(paid: 999, reason: "Less"), on: occasion, as: ben)
        }
        #expect(try await family.spent("Ben", on: occasion) == 500)
        // To its subject the entry is not there.
        let ana = try family["Ana"].caller
        await #expect(throws: StoreError.self) { try await store.correct(entry.id, entering: .init(.v7()), draft, on: occasion, as: ana) }
        await #expect(throws: StoreError.self) { try await store.refund(.init(.v7()), self.paid(1), reason: nil, ofEntry: entry.id, on: occasion, as: ana) }
        _ = try await store.undoPurchase(of: gift, on: occasion, as: ben)
        #expect(try await family.spent("Ben", on: occasion) == 0)
        await #expect(throws: StoreError.self) { try await store.correct(entry.id, entering: .init(.v7()), draft, on: occasion, as: ben) }
    }

    @Test func `refunds of one purchase side by side never exceed it, though its gift was bought twice`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.buys("Ben", for: "Ana", 2_000, on: occasion)
        let entry = try await store.ledger(of: occasion, after: nil, limit: 1, as: ben).entries[0].id
        _ = try await store.purchase(.init(.v7()), self.paid(5_000), of: gift, on: occasion, as: ben)
        let draft = self.paid(900)
        let taken = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do { _ = try await store.refund(.init(.v7()), draft, reason: nil, ofEntry: entry, on: occasion, as: ben); return true } catch { return false }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 2)
        #expect(try await family.spent("Ben", on: occasion) == 5_200)
    }

    /// Of hundreds of random sequences, with entries for each of three people in another's name.
    @Test func `each viewer's totals are the sum of the entries that they may see, whatever is entered`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store
        let names = ["Ana", "Ben", "Cy"], yuan = try found(Currency("CNY"), "yuan")
        var dice = SystemRandomNumberGenerator(), entered = 0
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        var gifts: [(giver: String, receiver: String, id: Gift.ID)] = []
        for giver in names { for receiver in names where receiver != giver { gifts.append((giver, receiver, try await family.plans(giver, for: receiver, on: occasion))) } }
        for step in 0..<300 {
            let gift = gifts[Int.random(in: gifts.indices, using: &dice)], caller = try family[gift.giver].caller
            let minor = Int.random(in: 0...5_000, using: &dice)
            let entries = try await store.ledger(of: occasion, after: nil, limit: 5_000, as: caller).entries
            let purchase = entries.filter { $0.gift == gift.id && $0.kind == .purchase }.randomElement(using: &dice)?.id
            do {
                switch Int.random(in: 0..<7, using: &dice) {
                case 0: _ = try await store.purchase(.init(.v7()), self.paid(minor), of: gift.id, on: occasion, as: caller)
                case 1:
                    let rate = Bool.random(using: &dice) ? "0.1283" : nil
                    let draft = PurchaseDraft(paid: minor, currency: yuan, rate: rate, paidBy: nil, day: nil, receipt: nil, isAdditional: true)
                    _ = try await store.purchase(.init(.v7()), draft, of: gift.id, on: occasion, as: caller)
                case 2: _ = try await store.refund(.init(.v7()), self.paid(minor), of: gift.id, on: occasion, as: caller)
                case 3:
                    guard let purchase else { continue }
                    _ = try await store.refund(.init(.v7()), self.paid(minor), reason: nil, ofEntry: purchase, on: occasion, as: caller)
                case 4:
                    guard let purchase else { continue }
                    _ = try await store.correct(purchase, entering: .init(.v7()), .init(paid: minor, reason: "A slip"), on: occasion, as: caller)
                case 5:
                    guard let purchase else { continue }
                    _ = try await store.correct(purchase, entering: .init(.v7()), .init(rate: "0.1\(minor)1", reason: "The bank's"), on: occasion, as: caller)
                default: _ = try await store.undoPurchase(of: gift.id, on: occasion, as: caller)
                }
                entered += 1
            } catch is StoreError {
                // A refusal, which must change nothing either.
            }
            for name in names { try await expectSums(name, of: occasion, in: family, "step \(step)") }
        }
        #expect(entered > 60)
    }

    private func expectSums(_ name: String, of occasion: Occasion.ID, in family: Family, _ when: Comment) async throws {
        let person = try family[name]
        let entries = try await family.store.ledger(of: occasion, after: nil, limit: 5_000, as: person.caller).entries
        let tally = try await family.store.occasion(occasion, as: person.caller).tally
        let past = try await family.store.budget(of: occasion, asOf: nil, as: person.caller)
        let spent = entries.reduce(0) { $0 + ($1.amount?.minor ?? 0) }
        #expect(!entries.contains { $0.recipient == person.recipient }, when)
        #expect(tally.spent.minor == spent, when)
        #expect(tally.waiting == entries.count(where: \.isWaiting), when)
        #expect(past.spent.minor == spent && past.waiting == tally.waiting, when)
        // Nothing is ever paid less than nothing for.
        for (_, own) in Dictionary(grouping: entries, by: \.gift) { #expect(own.reduce(0) { $0 + ($1.amount?.minor ?? 0) } >= 0, when) }
    }

    @Test func `a day that is over tells what the books said by its end, and nothing that is secret now`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: 10_000, by: "Ben")
        try await family.buys("Ben", for: "Ana", 2_000, on: occasion)
        try await family.buys("Ben", for: "Cy", 700, on: occasion)
        // In Dublin's summer the day is one hour ahead of UTC: the first is entered on the 2nd there, the second on the 1st.
        let owner = try TestDatabase.current.owner
        _ = try await owner.query("UPDATE ledger_entry SET entered_at = '2026-07-01 23:30+00' WHERE minor = 2000")
        _ = try await owner.query("UPDATE ledger_entry SET entered_at = '2026-07-01 22:30+00' WHERE minor = 700")
        _ = try await owner.query("UPDATE budget_limit SET set_at = '2026-07-02 12:00+00'")
        func spent(_ day: String, _ name: String) async throws -> Int {
            let day = try found(Day(day), "a day"), caller = try family[name].caller
            let entries = try await store.ledger(of: occasion, after: nil, limit: 10, asOf: day, as: caller).entries
            let budget = try await store.budget(of: occasion, asOf: day, as: caller)
            #expect(budget.spent.minor == entries.reduce(0) { $0 + ($1.amount?.minor ?? 0) })
            return budget.spent.minor
        }
        #expect(try await spent("2026-06-30", "Ben") == 0)
        #expect(try await spent("2026-07-01", "Ben") == 700)
        #expect(try await spent("2026-07-02", "Ben") == 2_700)
        for day in ["2026-07-01", "2026-07-02", "2030-01-01"] { #expect(try await spent(day, "Ana") == 700) }
        #expect(try await store.budget(of: occasion, asOf: Day("2026-07-01"), as: ben).limit == nil)
        #expect(try await store.budget(of: occasion, asOf: Day("2026-07-02"), as: ben).left?.minor == 7_300)
    }
}
