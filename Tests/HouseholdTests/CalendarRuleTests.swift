import Foundation
import Household
import Testing

@Suite struct CalendarRuleTests {
    @Test(arguments: [
        "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=SU", "FREQ=MONTHLY;COUNT=10;BYDAY=-1FR",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=YEARLY;UNTIL=20301231;BYMONTH=11;BYDAY=4TH",
        "FREQ=YEARLY;UNTIL=20301231T225959Z;BYYEARDAY=1,100,-1", "FREQ=YEARLY;BYWEEKNO=20,-1;BYDAY=MO",
        "FREQ=DAILY;UNTIL=20301231T140000;BYMONTHDAY=13,-2",
    ])
    func `a rule is printed as it was read`(text: String) throws {
        #expect(try RecurrenceRule(text).description == text)
        #expect(try RecurrenceRule(text.lowercased()).description == text)
    }

    @Test(arguments: [
        ("", "RRULE"), ("FREQ", "RRULE"), ("FREQ=DAILY;", "RRULE"), ("INTERVAL=2", "FREQ"), ("FREQ=FORTNIGHTLY", "FREQ"),
        ("FREQ=HOURLY", "FREQ"), ("FREQ=MINUTELY", "FREQ"), ("FREQ=SECONDLY", "FREQ"), ("FREQ=DAILY;FREQ=DAILY", "FREQ"),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL"), ("FREQ=DAILY;INTERVAL=9999999999999999999999", "INTERVAL"),
        ("FREQ=DAILY;COUNT=-1", "COUNT"), ("FREQ=DAILY;COUNT=1.5", "COUNT"), ("FREQ=DAILY;COUNT=٣", "COUNT"),
        ("FREQ=DAILY;COUNT=3;UNTIL=20300101", "COUNT"), ("FREQ=DAILY;UNTIL=20300230", "UNTIL"), ("FREQ=DAILY;UNTIL=tomorrow", "UNTIL"),
        ("FREQ=DAILY;UNTIL=20300101T250000", "UNTIL"), ("FREQ=DAILY;UNTIL=20300101T1200", "UNTIL"),
        ("FREQ=WEEKLY;BYDAY=XX", "BYDAY"), ("FREQ=WEEKLY;BYDAY=", "RRULE"), ("FREQ=WEEKLY;BYDAY=MO,", "BYDAY"),
        ("FREQ=WEEKLY;BYDAY=1MO", "BYDAY"), ("FREQ=MONTHLY;BYDAY=0MO", "BYDAY"), ("FREQ=MONTHLY;BYDAY=6MO", "BYDAY"),
        ("FREQ=YEARLY;BYDAY=54MO", "BYDAY"), ("FREQ=YEARLY;BYWEEKNO=3;BYDAY=1MO", "BYDAY"),
        ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY"), ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY"), ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY"),
        ("FREQ=YEARLY;BYMONTH=13", "BYMONTH"), ("FREQ=YEARLY;BYMONTH=-1", "BYMONTH"), ("FREQ=MONTHLY;BYYEARDAY=1", "BYYEARDAY"),
        ("FREQ=MONTHLY;BYWEEKNO=1", "BYWEEKNO"), ("FREQ=YEARLY;BYWEEKNO=54", "BYWEEKNO"), ("FREQ=MONTHLY;BYSETPOS=1", "BYSETPOS"),
        ("FREQ=DAILY;WKST=1", "WKST"), ("FREQ=DAILY;BYHOUR=9", "BYHOUR"), ("FREQ=DAILY;COLOR=RED", "COLOR"),
        ("FREQ=DAILY;BYMONTH=" + String(repeating: "1,", count: 300) + "1", "RRULE"),
    ])
    func `a wrong rule is refused by the name of its part`(text: String, part: String) {
        let error = #expect(throws: RecurrenceRule.Invalid.self) { try RecurrenceRule(text) }
        #expect(error?.part == part)
        #expect(error?.reason.isEmpty == false)
    }

    @Test func `words tell what is wrong`() {
        let error = #expect(throws: RecurrenceRule.Invalid.self) { try RecurrenceRule("FREQ=MINUTELY") }
        #expect(error?.description == "FREQ must not be more often than DAILY")
    }

    @Test func `a rule travels as its text in JSON`() throws {
        let rule = try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO")
        let data = try JSONEncoder().encode([rule])
        #expect(String(decoding: data, as: UTF8.self) == #"["FREQ=WEEKLY;BYDAY=MO"]"#)
        #expect(try JSONDecoder().decode([RecurrenceRule].self, from: data) == [rule])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([RecurrenceRule].self, from: Data(#"["FREQ=HOURLY"]"#.utf8)) }
    }

    @Test func `random octets are refused or read, never worse`() {
        var generator = SeededGenerator(seed: 7)
        let letters = Array("FREQ=DAILYWK;BYMONTHSEP,-+0123456789TZé\u{0}")
        for _ in 0..<20_000 {
            let text = "FREQ=YEARLY;" + String((0..<Int.random(in: 0...40, using: &generator)).map { _ in letters.randomElement(using: &generator) ?? "F" })
            do { _ = try RecurrenceRule(text) } catch { #expect(!error.part.isEmpty) }
        }
    }
}
