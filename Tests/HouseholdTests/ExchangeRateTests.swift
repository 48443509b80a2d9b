import Household
import Testing

@Suite struct ExchangeRateTests {
    private func converted(_ minor: Int, _ from: String, _ rate: String, _ to: String) throws -> Int? {
        let from = try #require(Currency(from)), to = try #require(Currency(to))
        return try #require(ExchangeRate(rate, from: from, to: to)).converted(Money(minor: minor, currency: from))?.minor
    }

    @Test func `minor units of both currencies are minded`() throws {
        #expect(try converted(50_000, "CNY", "0.1283", "EUR") == 6_415)
        #expect(try converted(500, "JPY", "0.0061", "EUR") == 305)
        #expect(try converted(305, "EUR", "163.93", "JPY") == 500)
        #expect(try converted(1_000, "KWD", "3.05", "EUR") == 305)
        #expect(try converted(1, "JPY", "1", "KWD") == 1000)
    }

    @Test func `halves go to the even minor unit, either way`() throws {
        #expect(try converted(1, "USD", "0.5", "EUR") == 0)
        #expect(try converted(3, "USD", "0.5", "EUR") == 2)
        #expect(try converted(5, "USD", "0.5", "EUR") == 2)
        #expect(try converted(-3, "USD", "0.5", "EUR") == -2)
        #expect(try converted(5, "USD", "0.50001", "EUR") == 3)
    }

    @Test func `the largest amounts neither overflow nor pass what a ledger takes`() throws {
        #expect(try converted(Money.largestMinor, "JPY", "99999.9999999999", "KWD") == nil)
        #expect(try converted(Money.largestMinor, "USD", "1", "EUR") == Money.largestMinor)
        #expect(try converted(Money.largestMinor, "USD", "0.0000000001", "EUR") == 100)
    }

    @Test(arguments: ["", ".", "1.", ".5", "0", "0.0", "-1", "+1", "1,5", "1e3", "١", "1.00000000001", "1234567890123456", "1.2.3", " 1"])
    func `what is no rate is refused`(text: String) throws {
        let euro = try #require(Currency("EUR")), dollar = try #require(Currency("USD"))
        #expect(ExchangeRate(text, from: dollar, to: euro) == nil)
    }

    @Test(arguments: ["0.1283", "1", "163.93", "0.0000000001", "100", "10.05"]) func `a rate is written as it was read`(text: String) throws {
        let euro = try #require(Currency("EUR")), dollar = try #require(Currency("USD"))
        #expect(ExchangeRate(text, from: dollar, to: euro)?.plain == text)
        #expect(ExchangeRate(text + (text.contains(".") ? "00" : ".00"), from: dollar, to: euro)?.plain == text)
    }

    @Test func `an amount in another currency is not converted`() throws {
        let euro = try #require(Currency("EUR")), dollar = try #require(Currency("USD")), yen = try #require(Currency("JPY"))
        #expect(ExchangeRate("2", from: dollar, to: euro)?.converted(Money(minor: 1, currency: yen)) == nil)
    }
}
