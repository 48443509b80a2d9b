import Secrets
import Testing

@Suite struct DigestChainTests {
    private func digests(_ lines: [String]) -> [String] {
        var chain = DigestChain()
        return lines.map { chain.add(Array($0.utf8)) }
    }

    @Test func `each digest is of everything up to its line`() {
        let plain = digests(["one", "two", "three"])
        #expect(plain == digests(["one", "two", "three"]))
        #expect(plain.allSatisfy { $0.count == 16 && $0.allSatisfy(\.isHexDigit) })
        #expect(digests(["one", "Two", "three"])[0] == plain[0])
        for other in [["one", "Two", "three"], ["one", "three"], ["two", "one", "three"], ["onetwo", "three"], ["", "one", "two", "three"]] {
            #expect(digests(other).last != plain.last, "\(other)")
        }
    }
}
