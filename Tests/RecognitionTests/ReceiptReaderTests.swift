import Household
import Testing

@testable import Recognition

@Suite struct ReceiptReaderTests {
    @Test func `lines that do not add up are said`() {
        let draft = Page("Corner Books Ltd", "Atlas | 20.00", "Train | 5.00", "Total | 24.00").receipt()
        #expect(draft?.total?.minor == 2400)
        #expect(draft?.warnings.contains { $0.contains("25.00") } == true)
    }
    @Test func `cash less change confirms the total`() {
        let draft = Page("Corner Books Ltd", "Total qty | 12.00", "Total | 24.00", "Cash | 30.00", "Change | 6.00").receipt()
        #expect(draft?.total?.minor == 2400)
    }
    @Test func `what is missing stays empty and is said`() {
        let draft = Page("Corner Books Ltd", "Thank you").receipt()
        #expect(draft?.total == nil)
        #expect(draft?.day == nil)
        #expect(draft?.warnings.count == 2)
    }
    @Test func `a day after the reference is not when it was bought`() {
        #expect(Page("Corner Books Ltd", "Valid until 31/12/2027", "24/11/2025", "Total | 3.00").receipt()?.day == Day("2025-11-24"))
    }
    @Test(arguments: [("45.00", 4500), ("1,234.50", 123_450), ("1.234,50", 123_450), ("RM5.90", 590), ("$8.20", 820), ("-1.50", -150)])
    func `amounts as they are printed`(text: String, hundredths: Int) { #expect(ReceiptRow.hundredths(text) == hundredths) }
    @Test(arguments: ["12", "1.5", "12.345", "10:30", "12-03-18", "3.4.18"])
    func `numbers that are no amounts`(text: String) { #expect(ReceiptRow.hundredths(text) == nil) }
}
