import Household
import Testing

@Suite struct PaceTests {
    private let euro: Currency

    init() throws { euro = try #require(Currency("EUR")) }

    private func day(_ text: String) throws -> Day { try #require(Day(text)) }
    private func euros(_ minor: Int) -> Money { Money(minor: minor, currency: euro) }

    @Test func `what is expected grows evenly from nothing to the limit`() throws {
        let pace = Pace(limit: euros(10_000), start: try day("2026-11-01"), end: try day("2026-12-01"))
        #expect(pace.expected(by: try day("2026-10-01")) == euros(0))
        #expect(pace.expected(by: try day("2026-11-01")) == euros(0))
        #expect(pace.expected(by: try day("2026-11-02")) == euros(333))
        #expect(pace.expected(by: try day("2026-11-16")) == euros(5_000))
        #expect(pace.expected(by: try day("2026-12-01")) == euros(10_000))
        #expect(pace.expected(by: try day("2027-01-01")) == euros(10_000))
    }

    @Test func `spending is measured against the pace, and goes on as it went`() throws {
        let pace = Pace(limit: euros(10_000), start: try day("2026-11-01"), end: try day("2026-12-01"))
        let halfway = try day("2026-11-16")
        #expect(pace.ahead(spent: euros(6_000), by: halfway) == euros(1_000))
        #expect(pace.ahead(spent: euros(4_999), by: halfway) == euros(-1))
        #expect(pace.forecast(spent: euros(6_000), by: halfway) == euros(12_000))
        #expect(pace.forecast(spent: euros(-300), by: halfway) == euros(-600))
        #expect(pace.forecast(spent: euros(6_000), by: pace.start) == nil)
        #expect(pace.forecast(spent: euros(6_000), by: pace.end) == euros(6_000))
    }

    @Test(arguments: ["2026-12-25", "2026-12-24", "2027-03-01"]) func `an occasion made on its day, or after it, has a pace too`(start: String) throws {
        let pace = Pace(limit: euros(100), start: try day(start), end: try day("2026-12-25"))
        #expect(pace.days == 1)
        #expect(pace.expected(by: try day("2026-12-24")) == euros(0))
        #expect(pace.expected(by: try day("2026-12-25")) == euros(100))
    }

    @Test func `the largest amounts over the longest time do not overflow`() throws {
        let pace = Pace(limit: euros(Money.largestMinor), start: try day("0001-01-01"), end: try day("9999-12-31"))
        #expect(pace.expected(by: try day("9999-12-31")).minor == Money.largestMinor)
        #expect(pace.forecast(spent: euros(Money.largestMinor), by: try day("0001-01-02"))?.minor == Money.largestMinor * pace.days)
        #expect(pace.forecast(spent: euros(Int.max), by: try day("0001-01-02"))?.minor == Int.max)
    }

    @Test func `day by day the expectation never falls and never passes the limit`() throws {
        for limit in [0, 1, 99, 10_001] {
            let pace = Pace(limit: euros(limit), start: try day("2025-12-28"), end: try day("2026-12-25"))
            var last = 0
            for offset in -10...400 {
                let expected = pace.expected(by: pace.start.adding(days: offset)).minor
                #expect(expected >= last && expected <= limit)
                last = expected
            }
            #expect(last == limit)
        }
    }
}
