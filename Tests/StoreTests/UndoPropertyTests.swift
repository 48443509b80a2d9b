import Household
import ServiceKit
import Store
import TestSupport
import Testing

/// After something was undone, everybody's figures are what they would be had it never happened: told by a second
/// occasion, in which it never does.
@Suite(.ownDatabase) struct UndoPropertyTests {
    /// The same gifts on two occasions.
    private struct Twins: Sendable {
        let occasions: [Occasion.ID]
        /// Of each: the gift on the one and on the other.
        let gifts: [(giver: String, ids: [Gift.ID])]
    }

    private static let names = ["Ana", "Ben", "Cy"]

    private func twins(_ family: Family) async throws -> Twins {
        let occasions = [try await family.occasion(limit: 90_000, by: "Ben"), try await family.occasion(limit: 90_000, by: "Ben")]
        var gifts: [(giver: String, ids: [Gift.ID])] = []
        for giver in Self.names {
            for receiver in Self.names where receiver != giver {
                var ids: [Gift.ID] = []
                for occasion in occasions { ids.append(try await family.plans(giver, for: receiver, on: occasion, estimate: gifts.count * 100)) }
                gifts.append((giver, ids))
            }
        }
        return Twins(occasions: occasions, gifts: gifts)
    }

    @Test func `after something was undone everybody's figures are as if it had never happened`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, twins = try await twins(family)
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = Dice(seed: seed), undone = 0
        for round in 0..<60 {
            let when: Comment = "seed \(seed), round \(round)"
            // Some of what happens stays.
            for _ in 0..<2 { try await happen(&dice, family, twins, on: [0, 1]) }
            // This does not: it happens on the first occasion alone, others go on meanwhile, and then it is undone.
            guard let (line, by) = try await happen(&dice, family, twins, on: [0]) else { continue }
            // What is bought after all was taken back stands on that.
            let avoided = [.takeBack, .removal].contains(line.kind) ? Set(line.parts.map(\.gift)) : []
            for _ in 0..<Int.random(in: 0...2, using: &dice) { try await buy(&dice, family, twins, on: [0, 1], besides: avoided) }
            _ = try await store.undo(line.id, as: try family[by].caller)
            undone += 1
            try await expectAlike(family, twins, when)
        }
        #expect(undone >= 30)
        print("undo: seed \(seed), \(undone) undone, \(try await entries(family, twins, "Ben")) entries")
    }

    private func entries(_ family: Family, _ twins: Twins, _ name: String) async throws -> Int {
        try await family.store.ledger(of: twins.occasions[0], after: nil, limit: 5_000, as: try family[name].caller).entries.count
    }

    private func expectAlike(_ family: Family, _ twins: Twins, _ when: Comment) async throws {
        for name in Self.names {
            let person = try family[name]
            var told: [[Tally?]] = []
            for occasion in twins.occasions {
                let entries = try await family.store.ledger(of: occasion, after: nil, limit: 5_000, as: person.caller).entries
                let tally = try await family.store.occasion(occasion, as: person.caller).tally
                #expect(tally.spent.minor == entries.reduce(0) { $0 + ($1.amount?.minor ?? 0) }, when)
                #expect(tally.spent.minor == entries.standing.reduce(0) { $0 + ($1.amount?.minor ?? 0) }, when)
                #expect(tally.waiting == entries.count(where: \.isWaiting), when)
                for (_, own) in Dictionary(grouping: entries, by: \.gift) { #expect(own.reduce(0) { $0 + ($1.amount?.minor ?? 0) } >= 0, when) }
                told.append([tally] + (try await family.store.recipients(on: occasion, as: person.caller)).map(\.tally))
            }
            #expect(told[0] == told[1], when)
        }
    }

    @discardableResult
    private func buy(_ dice: inout Dice, _ family: Family, _ twins: Twins, on sides: [Int], besides avoided: Set<Gift.ID> = []) async throws -> (ActivityLine, String)? {
        let gifts = twins.gifts.filter { !avoided.contains($0.ids[0]) }
        let gift = gifts[Int.random(in: gifts.indices, using: &dice)], minor = Int.random(in: 1...5_000, using: &dice)
        let draft = PurchaseDraft(paid: minor, paidBy: nil, day: nil, receipt: nil, isAdditional: true), caller = try family[gift.giver].caller
        return try await enter(gift.giver, family, twins, on: sides) { side in
            _ = try await family.store.purchase(.init(.v7()), draft, of: gift.ids[side], on: twins.occasions[side], as: caller)
        }
    }

    /// The line of what happened on the first of these occasions, and who did it; nil where it was refused on all.
    @discardableResult
    private func happen(_ dice: inout Dice, _ family: Family, _ twins: Twins, on sides: [Int]) async throws -> (ActivityLine, String)? {
        let index = Int.random(in: twins.gifts.indices, using: &dice), gift = twins.gifts[index], store = family.store
        let caller = try family[gift.giver].caller, minor = Int.random(in: 1...5_000, using: &dice), kind = Int.random(in: 0..<7, using: &dice)
        let draft = PurchaseDraft(paid: minor, paidBy: nil, day: nil, receipt: nil, isAdditional: true)
        let place = Int.random(in: 0..<8, using: &dice)
        /// The same purchase of the gift on either side, by its place among those that stand.
        func purchase(_ side: Int) async throws -> LedgerEntry.ID? {
            let own = try await store.ledger(of: twins.occasions[side], after: nil, limit: 5_000, as: caller).entries.standing
                .filter { $0.gift == gift.ids[side] && $0.kind == .purchase }
            return own.isEmpty ? nil : own[place % own.count].id
        }
        switch kind {
        case 0, 1: return try await buy(&dice, family, twins, on: sides)
        case 2:
            let others = twins.gifts.filter { $0.giver == gift.giver }
            return try await enter(gift.giver, family, twins, on: sides) { side in
                let lines = others.map { PurchaseLine(entry: .init(.v7()), gift: $0.ids[side], minor: minor) }
                _ = try await store.purchase(
                    SharedPurchaseDraft(lines: lines, shipping: 301, tax: 17, discount: 5, paidBy: nil, day: nil, receipt: nil, isAdditional: true),
                    on: twins.occasions[side], as: caller)
            }
        case 3:
            return try await enter(gift.giver, family, twins, on: sides) { side in
                guard let id = try await purchase(side) else { throw StoreError.notFound }
                _ = try await store.refund(.init(.v7()), draft, reason: nil, ofEntry: id, on: twins.occasions[side], as: caller)
            }
        case 4:
            return try await enter(gift.giver, family, twins, on: sides) { side in
                guard let id = try await purchase(side) else { throw StoreError.notFound }
                _ = try await store.correct(id, entering: .init(.v7()), .init(paid: minor, reason: "A slip"), on: twins.occasions[side], as: caller)
            }
        case 5:
            return try await enter(gift.giver, family, twins, on: sides) { side in
                _ = try await store.refund(.init(.v7()), draft, of: gift.ids[side], on: twins.occasions[side], as: caller)
            }
        default:
            // Taken back, or deleted; the latter is undone by restoring.
            let isDeleted = sides == [0] && minor.isMultiple(of: 2)
            // Where nothing is left to take back nothing is entered, so nothing is undone.
            if sides == [0], !isDeleted, try await store.gift(gift.ids[0], on: twins.occasions[0], as: caller).actual.map({ $0.minor == 0 }) ?? true { return nil }
            return try await enter(gift.giver, family, twins, on: sides) { side in
                if isDeleted { try await store.deleteGift(gift.ids[side], on: twins.occasions[side], as: caller) }
                else { _ = try await store.undoPurchase(of: gift.ids[side], on: twins.occasions[side], as: caller) }
            }
        }
    }

    /// Does it on each side, or is refused on each; the line of it on the first, with who did it.
    private func enter(
        _ name: String, _ family: Family, _ twins: Twins, on sides: [Int], _ work: (Int) async throws -> Void
    ) async throws -> (ActivityLine, String)? {
        let caller = try family[name].caller
        let before = try await family.store.activity(on: twins.occasions[0], before: nil, limit: 1, as: caller).lines.first?.id
        var taken: [Bool] = []
        for side in sides { do { try await work(side); taken.append(true) } catch is StoreError { taken.append(false) } }
        #expect(Set(taken).count == 1)
        let line = try await family.store.activity(on: twins.occasions[0], before: nil, limit: 1, as: caller).lines.first
        return line?.id == before ? nil : line.map { ($0, name) }
    }
}

/// The same throws for the same seed.
private struct Dice: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
