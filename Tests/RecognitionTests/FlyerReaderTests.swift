import Household
import Testing

@testable import Recognition

@Suite struct FlyerReaderTests {
    private func when(_ lines: String, _ locale: String = "en_GB") -> String {
        let draft = Page("#Summer Fair", lines).event(on: "2012-05-01", locale)
        return [draft?.startText, draft?.endText].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " to ")
    }

    @Test func `a list of days before one month is a range`() { #expect(when("21-22-23-24 JUIN 2012", "fr_FR") == "2012-06-21 to 2012-06-24") }
    @Test func `month and year count for all days before them`() {
        #expect(when("Du 2 au 6 novembre 2015", "fr_FR") == "2015-11-02 to 2015-11-06")
        #expect(when("le vendredi 21 et le samedi 22 octobre 2016 à 20h00", "fr_FR") == "2016-10-21 20:00 to 2016-10-22")
        #expect(when("DEL 24/11 AL 24/12/23", "es_ES") == "2023-11-24 to 2023-12-24")
    }
    @Test func `a range across months`() { #expect(when("28 May - 3 June 2013") == "2013-05-28 to 2013-06-03") }
    @Test func `a numeric range with hours`() { #expect(when("4/27-4/29 12-3pm", "en_US") == "2013-04-27 12:00 to 2013-04-29 15:00") }
    @Test func `a range over new year takes the printed year for its end`() { #expect(when("30 December - 2 January 2014") == "2013-12-30 to 2014-01-02") }
    @Test(arguments: [
        ("19h30", "fr_FR", "19:30"), ("à 17h", "fr_FR", "17:00"), ("17,30h", "es_ES", "17:30"), ("20 Uhr", "de_DE", "20:00"), ("um 20", "de_DE", "20:00"),
        ("7.30pm", "en_GB", "19:30"), ("12PM", "en_US", "12:00"), ("12am", "en_US", "00:00"), ("7 p.m.", "en_US", "19:00"), ("noon", "en_US", "12:00"), ("7:3O PM", "en_US", "19:30"),
    ])
    func `times as they are printed`(text: String, locale: String, time: String) {
        #expect(Page("#Summer Fair", text).event(on: "2026-05-20", locale)?.start?.time?.description == time)
    }
    @Test func `morning to afternoon and evening to night`() {
        #expect(when("5 May 2012 11-1pm") == "2012-05-05 11:00 to 2012-05-05 13:00")
        #expect(when("5 May 2012 10pm-2am") == "2012-05-05 22:00 to 2012-05-06 02:00")
    }
    @Test func `a bare evening hour is marked as assumed`() throws {
        let field = try #require(Page("#Summer Fair", "5 May 2026 6:00 - 8:30").event(on: "2026-05-01")?.fields[.startTime])
        #expect(field.confidence < DraftField.unsure)
        #expect(field.note != nil)
        #expect(field.alternatives.contains("06:00"))
    }
    @Test func `the show is the start, not the doors`() {
        #expect(Page("#Loud Band", "5 May 2026", "Doors 7pm", "Show 8pm").event(on: "2026-05-01")?.startText == "2026-05-05 20:00")
    }
    @Test func `the event wins over a deadline printed larger`() {
        let draft = Page("#Cooking contest", "Thursday 28 November 2013 18:00", "#Registration deadline: 24 November 2013").event(on: "2013-10-30")
        #expect(draft?.start?.day == Day("2013-11-28"))
        #expect(draft?.fields[.startDay]?.alternatives == ["2013-11-24"])
    }
    @Test func `a range that goes on in the next line`() {
        let draft = Page("#First aid", "Friday, April 28th from 2:30", "to 4:30 p.m.").event(on: "2023-04-01", "en_US")
        #expect(draft?.startText == "2023-04-28 14:30")
        #expect(draft?.endText == "2023-04-28 16:30")
    }
    @Test func `month over day is a date`() { #expect(Page("#Summer Fair", "JUNE", "13").event()?.startText == "2026-06-13") }
    @Test func `a printed past year stays past`() { #expect(Page("#Summer Fair", "13 June 2019").event()?.startText == "2019-06-13") }
    @Test func `a weekday that contradicts is said`() {
        let draft = Page("#Summer Fair", "Monday 13 June 2026").event()
        #expect(draft?.startText == "2026-06-13")
        #expect(draft?.fields[.startDay]?.note != nil)
    }
    @Test func `the weekday beats the region`() { #expect(Page("#Summer Fair", "Friday 6/5/2026").event(on: "2026-04-01", "en_GB")?.startText == "2026-06-05") }
    @Test func `an open order shows both`() {
        #expect(Page("#Summer Fair", "6/5/2026").event(on: "2026-04-01")?.fields[.startDay]?.alternatives == ["2026-06-05"])
    }
    @Test(arguments: ["Tel 0493/10.07.11", "Meeting ID: 986 3759 9692", "Tickets £7/£9", "op. 31", "call 01252 774228", "durée environ 1h"])
    func `phones, prices and numbers of works are neither date nor time`(line: String) {
        #expect(Page("#Summer Fair", line).event()?.startText ?? "" == "")
    }
    @Test func `a month in a name is not a date`() {
        #expect(Page("#November Lounge", "March 31 7PM").event(on: "2018-03-01", "en_US")?.startText == "2018-03-31 19:00")
    }
    @Test func `lines of one height make one title, shouting is calmed`() {
        #expect(Page("#GREEN FIELD", "#SUMMER FAIR", "13 June 2026").event()?.title == "Green field summer fair")
    }
    @Test func `the title is neither date nor invitation`() {
        #expect(Page("#Saturday 13 June 2026", "#Join us!", "Plant sale").event()?.title == "Plant sale")
    }
    @Test func `place, price and address are found`() {
        let draft = Page("#Summer Fair", "13 June 2026", "Canongate Kirk, EH8 8BN", "£9 (£7)", "www.example.org/fair").event()
        #expect(draft?.location == "Canongate Kirk, EH8 8BN")
        #expect(draft?.price == "£9 (£7)")
        #expect(draft?.url == "www.example.org/fair")
    }
    @Test func `what is not printed stays empty`() {
        let draft = Page("#Summer Fair").event()
        #expect(draft?.title == "Summer Fair")
        #expect(draft?.start == nil)
        #expect(draft?.end == nil)
        #expect(draft?.location == nil)
        #expect(draft?.price == nil)
    }
    @Test func `no words make no draft`() { #expect(Page().event() == nil) }
}
