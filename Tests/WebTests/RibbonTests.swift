import Household
import Testing

@testable import Web

@Suite struct RibbonTests {
    private func tally(limit: Int?, planned: Int, spent: Int) -> Tally {
        Tally(limit: limit.map(Previews.euro), planned: Previews.euro(planned), spent: Previews.euro(spent), gifts: 2, bought: 1)
    }

    @Test(arguments: [
        (Optional(12000), 8249, 5250, "€67.50", " left"),
        (12000, 12000, 12000, "€0", " left"),
        (15000, 16200, 16200, "€12", " over"),
        (7000, 8249, 5250, "€12.49", " too much planned"),
        (0, 100, 0, "€1", " too much planned"),
        (nil, 4000, 4000, "€40", " planned"),
    ])
    func `A budget says in words what its ribbon shows`(limit: Int?, planned: Int, spent: Int, amount: String, words: String) {
        let html = tally(limit: limit, planned: planned, spent: spent).words.text
        #expect(html.contains("<span class=money>\(amount)</span>\(words)"))
    }

    @Test func `A ribbon runs past its mark only beyond the limit, and there is none without a limit`() {
        #expect(!tally(limit: 12000, planned: 12000, spent: 0).ribbon().text.contains("class=mark"))
        let over = tally(limit: 15000, planned: 16200, spent: 16200).ribbon().text
        #expect(over.contains("class=mark") && over.contains(#"class=spent width="100%""#) && over.contains(#"class=track width="92.6%""#))
        #expect(tally(limit: nil, planned: 100, spent: 100).ribbon().isEmpty)
    }

    @Test func `Amounts of any size and sign keep a ribbon between its ends`() {
        for (limit, planned, spent) in [(0, 0, 0), (1, Money.largestMinor, 0), (100, -50, -50), (Money.largestMinor, 1, 1)] {
            let widths = Markup(tally(limit: limit, planned: planned, spent: spent).ribbon().text).tags.compactMap { $0.attributes["width"] }
            let shares = widths.filter { $0.hasSuffix("%") }.compactMap { Double($0.dropLast()) }
            #expect(shares.count == 3 && shares.allSatisfy { (0...100).contains($0) }, "\(shares)")
        }
    }

    @Test func `The pile draws a bounded number and tells all of them`() {
        let pile = Pile(parcels: (0..<40).map { Parcel(paper: Paper($0), price: $0 == 3 ? nil : $0 * 100, isWrapped: $0 < 10) })
        #expect(pile.html.text.contains("40 gifts, 10 of them bought"))
        #expect(Markup(pile.html.text).tags.count { $0.name == "rect" } == Pile.drawnAtMost)
    }
}
