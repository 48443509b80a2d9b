import Household
import Testing

@testable import Recognition

/// Inputs that other readers of dates got wrong, with the right answers.
@Suite struct FaultsMetElsewhereTests {
    private func start(_ line: String, on reference: String = "2026-05-20", _ locale: String = "en_GB") -> String {
        Page("#Summer Fair", line).event(on: reference, locale)?.startText ?? ""
    }
    private func span(_ line: String, _ locale: String = "en_GB") -> String {
        let draft = Page("#Summer Fair", "Saturday 13 June 2026", line).event(on: "2026-05-20", locale)
        return "\(draft?.startText ?? "") to \(draft?.endText ?? "")"
    }

    @Test func `month first in the United States`() {
        #expect(start("3/10/2016", "en_US") == "2016-03-10")
        #expect(start("7/10/14", "en_US") == "2014-07-10")
    }
    @Test func `day first elsewhere`() {
        #expect(start("3/10/2016") == "2016-10-03")
        #expect(start("2/12/2015", "fr_FR") == "2015-12-02")
    }
    private func start(_ line: String, _ locale: String) -> String { start(line, on: "2026-05-20", locale) }

    @Test func `ISO order is never changed`() { #expect(start("2023-05-04") == "2023-05-04") }
    @Test func `ordinals and what engines make of them`() {
        #expect(start("2nd May 2005") == "2005-05-02")
        #expect(start("9\" June 2014") == "2014-06-09")
    }
    @Test func `dots are day first everywhere`() { #expect(start("02.10.2020", "en_US") == "2020-10-02") }
    @Test func `digits run together are no date`() { #expect(start("04032023") == "") }
    @Test(arguments: ["100M", "10,00 2", "73 20", "538400", "13190 SW 68th Parkway, Suite 200", "information fripple", "you may come", "2.3, 4.1, 4.3", "in the second"])
    func `numbers and words that are no dates`(line: String) { #expect(start(line) == "") }
    @Test func `a number before the day is not the day`() { #expect(start("20 30 September 2018") == "2018-09-30") }
    @Test func `the only valid order wins`() { #expect(start("02-23-04") == "2004-02-23") }
    @Test func `a lone weekday is the next one`() {
        #expect(start("Friday") == "2026-05-22")
        #expect(start("Montag", "de_DE") == "2026-05-25")
    }
    @Test func `nine dot six before a time is a day`() { #expect(start("9.6 20:30", "de_DE") == "2026-06-09 20:30") }
    @Test func `a year behind a zone is kept`() { #expect(start("Thu Oct 26 11:00:09 EDT 2023", "en_US") == "2023-10-26 11:00") }
    @Test func `the hour behind a range is of the same half day`() { #expect(span("1pm-3") == "2026-06-13 13:00 to 2026-06-13 15:00") }
    @Test func `minutes run together in a range`() { #expect(span("7-730pm") == "2026-06-13 19:00 to 2026-06-13 19:30") }
    @Test func `noon to midnight ends as the day does`() { #expect(span("noon–midnight") == "2026-06-13 12:00 to 2026-06-14 00:00") }
    @Test func `a day with two times is one day`() {
        let draft = Page("#Summer Fair", "5 May 12:00 - 23:59").event(on: "2026-04-20")
        #expect(draft?.startText == "2026-05-05 12:00")
        #expect(draft?.endText == "2026-05-05 23:59")
    }
    @Test func `a past day without a year is next year`() { #expect(start("2/13 7pm", on: "2025-11-20", "en_US") == "2026-02-13 19:00") }
    @Test func `pm counts for both ends`() {
        #expect(span("between 7 and 8pm") == "2026-06-13 19:00 to 2026-06-13 20:00")
        #expect(span("5 to 6pm") == "2026-06-13 17:00 to 2026-06-13 18:00")
    }
    @Test func `a missing year follows from the weekday and the day of the photo`() {
        #expect(start("Sunday 29 January", on: "2017-01-10") == "2017-01-29")
        #expect(start("Saturday 13 June", on: "2026-05-20") == "2026-06-13")
    }
    @Test func `the total is taken and not the subtotal, its amount from the same row`() {
        let draft = Page("Corner Books Ltd", "Atlas | 20.00", "Subtotal | 20.00", "Tax | 4.00", "Total | 24.00").receipt()
        #expect(draft?.total?.minor == 2400)
    }
}
