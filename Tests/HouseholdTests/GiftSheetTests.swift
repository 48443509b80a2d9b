import Household
import Testing

@Suite struct GiftSheetTests {
    private let euro = Currency("EUR")!

    private func amounts(_ cells: [String], mark: DecimalMark? = nil) throws -> [String] {
        let decided: DecimalMark? = if case .clear(let clear) = DecimalMark.evidence(in: cells) { clear } else { mark }
        return try cells.map { try AmountReader(euro, mark: decided).read($0).plain }
    }

    @Test func `a column with one comma amount reads every point as thousands`() throws {
        #expect(try amounts(["-236,48", "-89,9", "1.488,69", "-1.000"]) == ["-236.48", "-89.90", "1488.69", "-1000.00"])
    }

    @Test func `a column with one point amount reads every comma as thousands`() throws {
        #expect(try amounts(["-110.7 €", "-116.62 €", "1,000"]) == ["-110.70", "-116.62", "1000.00"])
    }

    @Test func `a column that can be read two ways is asked about`() {
        #expect(DecimalMark.evidence(in: ["1.000", "2.500"]) == .ambiguous)
        #expect(DecimalMark.evidence(in: ["12", "1000"]) == .none)
        #expect(DecimalMark.evidence(in: ["1.5", "1,5"]) == .mixed)
        #expect(DecimalMark.evidence(in: ["1.234.567"]) == .clear(.comma))
        #expect(DecimalMark.evidence(in: ["0,500"]) == .clear(.comma))
        #expect(throws: GiftSheet.Refusal.ambiguousMark) { try GiftSheet("For,Gift,Price\nTom,Bike,1.000\n", currency: euro) }
    }

    @Test func `an answer to the question decides`() throws {
        let text = "For,Gift,Price\nTom,Bike,1.000\n"
        #expect(try GiftSheet(text, currency: euro, mark: .comma).rows[0].estimate == 100_000)
        #expect(try GiftSheet(text, currency: euro, mark: .point).rows[0].problems[.estimate] == "has more than 2 digits after the mark")
    }

    @Test(arguments: [".", ","])
    func `what is written with a mark is read back as it was`(mark: String) throws {
        let decided = mark == "." ? DecimalMark.point : .comma
        for minor in [0, 1, 99, 100, 1234, 100_000, 123_456_789] {
            let text = Money(minor: minor, currency: euro).plain.replacing(".", with: mark)
            #expect(try AmountReader(euro, mark: decided).read(text).minor == minor)
        }
    }

    @Test func `a German sheet with semicolons, quotation marks and a byte order mark is read`() throws {
        let sheet = try GiftSheet("\u{FEFF}Für;Geschenk;Preis;Notiz\r\nOma;\"Socken; \"\"rot\"\"\";12,50;\"zwei\nZeilen\"\r\n\r\nOpa;Buch;;\r\n", currency: euro)
        #expect(sheet.mark == .comma)
        #expect(sheet.rows.map(\.recipient) == ["Oma", "Opa"])
        #expect(sheet.rows[0].name == "Socken; \"rot\"")
        #expect(sheet.rows[0].estimate == 1250)
        #expect(sheet.rows[0].notes == "zwei\nZeilen")
        #expect(sheet.rows[1].estimate == nil)
        #expect(sheet.rows.map(\.line) == [2, 5])
    }

    @Test func `a row that cannot be read says why and spoils no other`() throws {
        let sheet = try GiftSheet("who\twhat\tprice\tstatus\nTom\t\t5\t\nTom\tBall\tfive\tbroken\nTom\tBall\t5\tplanned\n", currency: euro)
        #expect(sheet.rows[0].problems == [.name: "is empty: say what it is"])
        #expect(Set(sheet.rows[1].problems.keys) == [.estimate, .status])
        #expect(sheet.rows[2].problems.isEmpty)
        #expect(sheet.rows[2].status == .planned)
    }

    @Test func `a sheet that names no gifts or is broken is refused with the remedy`() {
        #expect(throws: GiftSheet.Refusal.missing(.name)) { try GiftSheet("For,Colour\nTom,red\n", currency: euro) }
        #expect(throws: GiftSheet.Refusal.unreadable("is empty")) { try GiftSheet("\n\n", currency: euro) }
        #expect(throws: GiftSheet.Refusal.unreadable("has a quotation mark on line 2 that is never closed")) {
            try GiftSheet("For,Gift\nTom,\"Bike\n", currency: euro)
        }
        #expect(throws: GiftSheet.Refusal.unreadable("has more than 2000 lines")) {
            try GiftSheet("For,Gift\n" + String(repeating: "Tom,Bike\n", count: 2000), currency: euro)
        }
    }

    @Test func `a table that was written is read back as it was, and no cell of it is a formula`() throws {
        let rows = [["For", "Gift"], ["Tom; \"Tommy\"", "=cmd()"], ["Ann\nBen", "'=1"], ["+49 170", "-12.50"], ["@home", "a, b"], ["12", "''-x"]]
        let text = SeparatedText.file(rows)
        #expect(try SeparatedText(text).rows.map(\.cells) == rows)
        #expect(text.contains("'=cmd()") && text.contains("'@home") && text.contains("-12.50"))
        #expect(!text.contains("'-12.50"))
    }
}
