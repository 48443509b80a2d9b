import Foundation
import Household
import Testing

@Suite struct SettlementTests {
    private func people(_ count: Int) -> [Member.ID] { (0..<count).map { _ in Member.ID(UUID()) } }

    private func left(of balances: [Member.ID: Int], after settlement: Settlement) -> [Member.ID: Int] {
        var left = balances
        for transfer in settlement.transfers {
            left[transfer.from, default: 0] += transfer.minor
            left[transfer.to, default: 0] -= transfer.minor
        }
        return left.filter { $0.value != 0 }
    }

    /// By trying every debtor of the first open balance with everybody of the other sign, all of it at once.
    private func fewest(_ balances: [Int]) -> Int {
        guard let first = balances.first else { return 0 }
        if first == 0 { return fewest(Array(balances.dropFirst())) }
        var best = Int.max
        for index in balances.indices.dropFirst() where balances[index].signum() == -first.signum() {
            var rest = Array(balances.dropFirst())
            rest[index - 1] += first
            best = min(best, 1 + fewest(rest))
        }
        return best
    }

    @Test func `random balances come to nothing with the fewest transfers there are`() throws {
        var dice = SeededGenerator(seed: 17)
        for _ in 0..<300 {
            let members = people(Int.random(in: 1...7, using: &dice))
            var minors = members.dropFirst().map { _ in Int.random(in: -4...4, using: &dice) }
            minors.append(-minors.reduce(0, +))
            let balances = Dictionary(uniqueKeysWithValues: zip(members, minors))
            let settlement = try #require(Settlement(balances))
            #expect(left(of: balances, after: settlement).isEmpty)
            #expect(settlement.transfers.allSatisfy { $0.minor > 0 && $0.from != $0.to })
            #expect(settlement.transfers.count == fewest(minors))
            #expect(Settlement(balances) == settlement)
        }
    }

    @Test func `two groups that cancel out are not mixed up by amounts that look alike`() throws {
        let members = people(6)
        // The largest debt to the largest claim takes 5 transfers here, and 4 are enough.
        let settlement = try #require(Settlement(Dictionary(uniqueKeysWithValues: zip(members, [8, -5, -3, 7, -6, -1]))))
        #expect(settlement.transfers.count == 4)
    }

    @Test(arguments: [14, 15, 40]) func `many people settle too, with fewer transfers than people`(count: Int) throws {
        var dice = SeededGenerator(seed: UInt64(count))
        let members = people(count)
        var minors = members.dropFirst().map { _ in Int.random(in: -100_000...100_000, using: &dice) }
        minors.append(-minors.reduce(0, +))
        let balances = Dictionary(uniqueKeysWithValues: zip(members, minors))
        let settlement = try #require(Settlement(balances))
        #expect(left(of: balances, after: settlement).isEmpty)
        #expect(settlement.transfers.count < count)
    }

    @Test func `balances that do not add up to nothing cannot be settled`() {
        #expect(Settlement([Member.ID(UUID()): 1]) == nil)
        #expect(Settlement([:])?.transfers.isEmpty == true)
    }

    @Test func `a gift of three is borne in exact thirds and settled`() throws {
        let members = people(3)
        let chipIn = ChipIn(payments: [(members[0], 100)], parts: members.map { ($0, .weight(1)) })
        #expect(chipIn.shares == [34, 33, 33])
        #expect(chipIn.balances == [members[0]: 66, members[1]: -33, members[2]: -33])
        #expect(Settlement(chipIn.balances)?.transfers.count == 2)
    }

    @Test func `amounts come first, and shrink where a refund leaves less than they are`() {
        let members = people(3)
        let parts: [(Member.ID, ChipIn.Part)] = [(members[1], .amount(2000)), (members[0], .weight(1)), (members[2], .weight(2))]
        #expect(ChipIn(payments: [(members[0], 5000)], parts: parts).shares == [2000, 1000, 2000])
        #expect(ChipIn(payments: [(members[0], 1000)], parts: parts).shares == [1000, 0, 0])
        #expect(ChipIn(payments: [(members[0], 5000)], parts: [(members[1], .amount(2000))]).balances == [members[0]: 2000, members[1]: -2000])
        #expect(ChipIn(payments: [(members[0], 0)], parts: parts).balances.isEmpty)
    }

    @Test func `whoever pays and whatever they take on, balances add up to nothing`() {
        var dice = SeededGenerator(seed: 4)
        for _ in 0..<1000 {
            let members = people(5)
            let payments = members.prefix(Int.random(in: 1...3, using: &dice)).map { ($0, Int.random(in: -50...5000, using: &dice)) }
            let parts: [(Member.ID, ChipIn.Part)] = members.shuffled(using: &dice).prefix(Int.random(in: 0...5, using: &dice)).map {
                ($0, Bool.random(using: &dice) ? .weight(Int.random(in: 1...3, using: &dice)) : .amount(Int.random(in: 0...900, using: &dice)))
            }
            let chipIn = ChipIn(payments: payments, parts: parts)
            #expect(chipIn.balances.values.reduce(0, +) == 0)
            #expect(chipIn.shares.reduce(0, +) <= max(chipIn.cost, 0))
            #expect(chipIn.borne.values.reduce(0, +) == chipIn.cost)
        }
    }
}
