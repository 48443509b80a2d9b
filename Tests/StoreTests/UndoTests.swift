import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

/// What was entered or deleted can be undone as a whole, once, for 30 days, by those who may know of it.
@Suite(.ownDatabase) struct UndoTests {
    private func paid(_ minor: Int, by member: Member.ID? = nil) -> PurchaseDraft {
        PurchaseDraft(paid: minor, paidBy: member, day: nil, receipt: nil, isAdditional: true)
    }

    private func lines(_ family: Family, _ name: String, on occasion: Occasion.ID? = nil) async throws -> [ActivityLine] {
        try await family.store.activity(on: occasion, before: nil, as: try family[name].caller).lines
    }

    private func latest(_ family: Family, _ name: String) async throws -> ActivityLine { try found(try await lines(family, name).first, "a line") }

    private func expectConflict(_ type: String, sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> Void) async -> String {
        do {
            try await work()
            Issue.record("it was done", sourceLocation: sourceLocation)
        } catch StoreError.conflict(let found, let detail) {
            #expect(found == type, sourceLocation: sourceLocation)
            return detail
        } catch { Issue.record(error, sourceLocation: sourceLocation) }
        return ""
    }

    @Test func `a purchase of several gifts is undone as a whole and once, by entries against it`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gifts = [try await family.plans("Ben", for: "Cy", on: occasion, estimate: 500), try await family.plans("Ben", for: "Cy", on: occasion)]
        let before = try await store.occasion(occasion, as: ben).tally
        let draft = SharedPurchaseDraft(
            lines: gifts.map { PurchaseLine(entry: .init(.v7()), gift: $0, minor: 1_000) }, shipping: 301, tax: 0, discount: 0, paidBy: nil, day: nil, receipt: nil)
        _ = try await store.purchase(draft, on: occasion, as: ben)
        let line = try await latest(family, "Ben")
        #expect(line.kind == .purchase && line.parts.map(\.gift) == gifts && line.reversal == .possible)
        #expect(line.parts.reduce(0) { $0 + ($1.amount?.minor ?? 0) } == 2_301)
        let undo = try await store.undo(line.id, as: try family["Ana"].caller)
        #expect(undo.kind == .undo && undo.reverses == line.id && undo.reversal == .final)
        #expect(try await store.occasion(occasion, as: ben).tally == before)
        #expect(try await store.gifts(on: occasion, for: nil, as: ben).map(\.status) == [.planned, .planned])
        let entries = try await store.ledger(of: occasion, after: nil, limit: 10, as: ben).entries
        #expect(entries.count == 4 && entries[2...].map(\.undoes) == entries[..<2].map(\.id))
        let words = await expectConflict("already-undone") { _ = try await store.undo(line.id, as: ben) }
        #expect(words.contains("Ana") && words.contains("\(undo.id)"))
        _ = await expectConflict("not-undoable") { _ = try await store.undo(undo.id, as: ben) }
        // And it can be bought again.
        var again = draft
        again.lines = gifts.map { PurchaseLine(entry: .init(.v7()), gift: $0, minor: 700) }
        _ = try await store.purchase(again, on: occasion, as: ben)
        #expect(try await family.spent("Ben", on: occasion) == 1_701)
    }

    @Test func `of those who undo the same side by side one does`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        try await family.buys("Ben", for: "Ana", 2_000, on: occasion)
        let line = try await latest(family, "Ben").id
        let done = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { do { _ = try await store.undo(line, as: ben); return true } catch { return false } } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(done == 1)
        #expect(try await family.spent("Ben", on: occasion) == 0)
    }

    @Test func `to its subject it is not there, and of a purchase that is partly theirs they undo what they see`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ben = try family["Ben"].caller, ana = try family["Ana"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        try await family.buys("Ben", for: "Ana", 2_000, on: occasion)
        let secret = try await latest(family, "Ben").id
        #expect(try await lines(family, "Ana").isEmpty)
        #expect(try await lines(family, "Ana", on: occasion).isEmpty)
        for id in [secret, .init(.v7())] { await expectNotFound { _ = try await store.undo(id, as: ana) } }
        let gifts = [try await family.plans("Ben", for: "Ana", on: occasion), try await family.plans("Ben", for: "Cy", on: occasion)]
        let draft = SharedPurchaseDraft(
            lines: gifts.map { PurchaseLine(entry: .init(.v7()), gift: $0, minor: 1_000) }, shipping: 0, tax: 0, discount: 0, paidBy: nil, day: nil, receipt: nil)
        _ = try await store.purchase(draft, on: occasion, as: ben)
        let seen = try await latest(family, "Ana")
        #expect(seen.parts.map(\.gift) == [gifts[1]] && seen.parts[0].amount?.minor == 1_000)
        // A batch of one looks no different: its name is none of its entry's.
        let entry = try found(try await store.ledger(of: occasion, after: nil, limit: 9, as: ana).entries.first, "an entry")
        #expect("\(entry.batch)" == "\(seen.id)" && "\(entry.id)" != "\(seen.id)")
        _ = try await store.undo(seen.id, as: ana)
        #expect(try await family.spent("Ana", on: occasion) == 0)
        #expect(try await family.spent("Ben", on: occasion) == 3_000)
        // The rest stays to be undone by who sees it, and of that she sees nothing.
        let hers = try await lines(family, "Ana").map(\.id)
        _ = try await store.undo(seen.id, as: ben)
        #expect(try await family.spent("Ben", on: occasion) == 2_000)
        #expect(try await lines(family, "Ana").map(\.id) == hers)
    }

    @Test func `after 30 days of the household's zone it is too late, and the words say what to do instead`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        try await family.buys("Ben", for: "Ana", 2_000, on: occasion)
        let line = try await latest(family, "Ben").id
        func age(_ days: Int) async throws {
            _ = try await TestDatabase.current.owner.query("""
                UPDATE ledger_entry SET entered_at = ((now() AT TIME ZONE 'Europe/Dublin')::date - \(days)::int + time '00:30') AT TIME ZONE 'Europe/Dublin'
                """)
        }
        try await age(UndoWindow.days + 1)
        #expect(try await latest(family, "Ben").reversal == .late)
        let words = await expectConflict("too-late") { _ = try await store.undo(line, as: ben) }
        #expect(words.contains("30 days") && words.contains("correction"))
        try await age(UndoWindow.days)
        _ = try await store.undo(line, as: ben)
        #expect(try await family.spent("Ben", on: occasion) == 0)
    }

    @Test func `what later entries stand on is undone after them`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let gift = try await family.buys("Ben", for: "Ana", 2_000, on: occasion)
        let purchase = try await latest(family, "Ben").id
        let entry = try await store.ledger(of: occasion, after: nil, limit: 1, as: ben).entries[0].id
        _ = try await store.correct(entry, entering: .init(.v7()), .init(paid: 1_500, reason: "A slip"), on: occasion, as: ben)
        let correction = try await latest(family, "Ben").id
        _ = try await store.refund(.init(.v7()), self.paid(400), reason: nil, ofEntry: entry, on: occasion, as: ben)
        let refund = try await latest(family, "Ben").id
        for id in [purchase, correction] { _ = await expectConflict("built-upon") { _ = try await store.undo(id, as: ben) } }
        for (id, left) in [(refund, 1_500), (correction, 2_000)] {
            _ = try await store.undo(id, as: ben)
            #expect(try await family.spent("Ben", on: occasion) == left)
        }
        // As if neither had been entered: all of it can come back.
        _ = try await store.refund(.init(.v7()), self.paid(2_000), reason: nil, ofEntry: entry, on: occasion, as: ben)
        _ = try await store.undo(try await latest(family, "Ben").id, as: ben)
        _ = try await store.undoPurchase(of: gift, on: occasion, as: ben)
        let takeBack = try await latest(family, "Ben")
        #expect(takeBack.kind == .takeBack)
        _ = await expectConflict("built-upon") { _ = try await store.undo(purchase, as: ben) }
        _ = try await store.undo(takeBack.id, as: ben)
        #expect(try await family.spent("Ben", on: occasion) == 2_000)
        #expect(try await store.gift(gift, on: occasion, as: ben).status == .bought)
        _ = try await store.undo(purchase, as: ben)
        #expect(try await family.spent("Ben", on: occasion) == 0)
        let draft = CorrectionDraft(paid: 1, reason: "Late")
        _ = await expectConflict("taken-back") { _ = try await store.correct(entry, entering: .init(.v7()), draft, on: occasion, as: ben) }
    }

    @Test func `a purchase waits again when the rate that it got is undone, and no longer when it is undone itself`() async throws {
        let family = try await Family("Ana", "Ben"), store = family.store, ben = try family["Ben"].caller
        let occasion = try await family.occasion(limit: nil, by: "Ben"), gift = try await family.plans("Ben", for: "Ana", on: occasion)
        var abroad = paid(50_000)
        abroad.currency = Currency("CNY")
        let entry = try await store.purchase(.init(.v7()), abroad, of: gift, on: occasion, as: ben)
        let purchase = try await latest(family, "Ben").id
        _ = try await store.correct(entry.id, entering: .init(.v7()), .init(rate: "0.1283", reason: nil), on: occasion, as: ben)
        let today = try await store.budget(of: occasion, asOf: nil, as: ben).day
        func waiting() async throws -> [Int] {
            [try await store.occasion(occasion, as: ben).tally.waiting, try await store.budget(of: occasion, asOf: today, as: ben).waiting,
             try await store.ledger(of: occasion, after: nil, limit: 9, asOf: today, as: ben).entries.count(where: \.isWaiting)]
        }
        #expect(try await waiting() == [0, 0, 0])
        _ = try await store.undo(try await latest(family, "Ben").id, as: ben)
        #expect(try await waiting() == [1, 1, 1])
        #expect(try await family.spent("Ben", on: occasion) == 0)
        _ = try await store.undo(purchase, as: ben)
        #expect(try await waiting() == [0, 0, 0])
    }
}
