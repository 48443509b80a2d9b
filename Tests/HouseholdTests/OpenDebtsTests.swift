import Foundation
import Household
import Testing

@Suite struct OpenDebtsTests {
    private let ana = Member.ID(UUID()), ben = Member.ID(UUID()), cy = Member.ID(UUID())

    @Test func `a repayment settles first the presents that the one owes the other for`() throws {
        let coat = Gift.ID(UUID()), kite = Gift.ID(UUID()), tea = Gift.ID(UUID())
        let debts = OpenDebts([(coat, [ana: -300, cy: 300]), (kite, [ana: -200, ben: 200]), (tea, [cy: -50, ben: 50])])
        #expect(debts.most(from: ana, to: ben) == 250)
        let spread = try #require(debts.spread(250, from: ana, to: ben))
        #expect(spread.map(\.gift) == [coat, kite])
        #expect(spread.map(\.minor) == [50, 200])
        #expect(debts.spread(251, from: ana, to: ben) == nil)
        #expect(debts.spread(0, from: ana, to: ben) == nil)
        #expect(debts.spread(1, from: ben, to: ana) == nil)
        #expect(OpenDebts([]).spread(1, from: ana, to: ben) == nil)
    }

    @Test func `after every transfer of a settlement is paid back, in pieces, nothing is open`() throws {
        var dice = SeededGenerator(seed: 24)
        for _ in 0..<300 {
            let members = (0..<Int.random(in: 2...6, using: &dice)).map { _ in Member.ID(UUID()) }
            var gifts: [(gift: Gift.ID, owed: [Member.ID: Int])] = (0..<Int.random(in: 1...5, using: &dice)).map { _ in
                var minors = members.dropFirst().map { _ in Int.random(in: -900...900, using: &dice) }
                minors.append(-minors.reduce(0, +))
                return (Gift.ID(UUID()), Dictionary(uniqueKeysWithValues: zip(members, minors)))
            }
            let settlement = try #require(Settlement(OpenDebts(gifts).total))
            for transfer in settlement.transfers {
                var left = transfer.minor
                while left > 0 {
                    let piece = Int.random(in: 1...left, using: &dice)
                    let spread = try #require(OpenDebts(gifts).spread(piece, from: transfer.from, to: transfer.to))
                    #expect(spread.reduce(0) { $0 + $1.minor } == piece)
                    #expect(spread.allSatisfy { $0.minor > 0 } && Set(spread.map(\.gift)).count == spread.count)
                    for part in spread {
                        let index = try #require(gifts.firstIndex { $0.gift == part.gift })
                        gifts[index].owed[transfer.from, default: 0] += part.minor
                        gifts[index].owed[transfer.to, default: 0] -= part.minor
                    }
                    left -= piece
                }
            }
            #expect(OpenDebts(gifts).total.values.allSatisfy { $0 == 0 })
        }
    }
}
