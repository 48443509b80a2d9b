import Household
import Testing

@Suite struct MoneyTests {
    static let euro = Currency("EUR")!

    @Test(arguments: [
        ("12,5", 1250), ("12.50", 1250), ("€12.50", 1250), ("12+8", 2000), ("12.50 €", 1250), ("1.488,69", 148_869),
        ("1,488.69", 148_869), ("1 200", 120_000), ("1.234.567", 123_456_700), ("-3,20", -320), ("0.5", 50), (".5", 50),
        ("20-5", 1500), ("EUR 7", 700),
    ])
    func `an amount is read as people type it`(text: String, minor: Int) throws {
        #expect(try AmountReader(Self.euro).read(text).minor == minor)
    }

    @Test(arguments: ["", "abc", "1.000", "1,000", "12.345", "1.23.4", "1,2.3,4", "12++8", "99999999999999999999", "12-", "1e5", "١٢"])
    func `an amount with no single reading is refused`(text: String) {
        #expect(throws: AmountReader.Unreadable.self) { try AmountReader(Self.euro).read(text) }
    }

    @Test func `a currency decides its minor digits`() throws {
        let yen = try #require(Currency("jpy")), dinar = try #require(Currency("KWD"))
        #expect(try AmountReader(yen).read("1200").minor == 1200)
        #expect(throws: AmountReader.Unreadable.self) { try AmountReader(yen).read("12.5") }
        #expect(try AmountReader(dinar).read("1.234").minor == 1234)
        #expect(Money(minor: 1234, currency: dinar).plain == "1.234")
        #expect(Money(minor: -5, currency: Self.euro).plain == "-0.05")
        #expect(Currency("ZZZ") == nil)
    }

    @Test func `people see a symbol and thousands apart`() {
        #expect(Money(minor: 125_000, currency: Self.euro).formatted() == "€1,250")
        #expect(Money(minor: 125_050, currency: Self.euro).formatted() == "€1,250.50")
        #expect(Money(minor: 125_000, currency: Self.euro).formatted(whole: false) == "€1,250.00")
        #expect(Money(minor: -1200, currency: Self.euro).formatted() == "−€12")
    }
}
