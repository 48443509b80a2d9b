import HTTPServer
import TestSupport
import Testing

@testable import Web

/// An occasion's own page, and how far its gifts have come.
@Suite(.ownDatabase) struct OccasionPagesTests {
    /// Christmas with a budget of 800, Granny on the list, and a scarf planned for her.
    private func christmas(_ ana: inout Browser) async throws -> (home: String, occasion: String, person: String, gift: String) {
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/gifts")
        try await ana.send("\(home)/occasions", ["name": "Christmas", "rule": "fixed:12-25", "day": "2030-12-25", "limit": "800"])
        let occasion = try #require(ana.matches(/href="([^"]*\/occasions\/[0-9a-f-]+)"/).first)
        try await ana.send("\(home)/gifts", ["name": "Granny", "limit": "120"])
        let person = String(ana.answer.path.prefix { $0 != "?" })
        try await ana.send(person, ["name": "Wool scarf", "estimate": "40"])
        return (home, occasion, person, try #require(ana.matches(/id="gift-([0-9a-f-]+)"/).first))
    }

    @Test func `An occasion is moved to another day and rule, and keeps what was not asked for`() async throws {
        var ana = try Browser()
        let (_, occasion, _, _) = try await christmas(&ana)
        try await ana.get(occasion)
        #expect(ana.answer.text.contains("Wednesday 25 December 2030") && ana.answer.text.contains("After that: Thursday 25 December 2031"))
        #expect(ana.answer.text.contains("aside this month.") && ana.answer.text.contains("of <span class=money>€800</span> should be put aside or spent by now."))
        let late = ana
        try await ana.send(occasion, ["name": "Easter", "rule": "easter", "day": "2030-12-25", "limit": "800"])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("is another day than the one chosen below") && ana.answer.text.contains("value=\"Easter\""))
        try await ana.send(occasion, ["name": "Mother's Day", "rule": "mothers-day:IE", "day": "2030-03-31", "limit": "90", "reveal": "2030-04-01"])
        #expect(ana.answer.text.contains("Saved.") && ana.answer.text.contains("Sunday 31 March 2030"))
        #expect(ana.answer.text.contains("Surprises come out on Monday 1 April 2030.") && ana.answer.text.contains("value=\"90.00\""))
        #expect(ana.answer.text.contains("<option value=\"mothers-day:IE\" selected>Mother’s Day, Ireland"))
        try await ana.send(occasion, ["name": "Early", "rule": "", "day": "2030-03-31", "limit": "90", "reveal": "2030-03-01"])
        #expect(ana.answer.text.contains("must not be before the day itself"))
        ana = late
        try await ana.send(occasion, ["name": "Mine", "rule": "", "day": "2030-12-25", "limit": "1", "reveal": ""])
        #expect(ana.answer.text.contains("Somebody else changed this") && ana.answer.text.contains("<h1>Mother&#39;s Day</h1>"))
    }

    @Test func `Only an organiser says when surprises come out and deletes an occasion`() async throws {
        var ana = try Browser()
        let (home, occasion, _, _) = try await christmas(&ana)
        var ben = Browser(at: ana)
        try await ben.join(ana, at: home)
        try await ben.get(occasion)
        #expect(!ben.answer.text.contains("name=\"reveal\"") && ben.hiddenFields(of: "\(occasion)/removal") == nil)
        try await ben.send(occasion, ["name": "Yule", "rule": "fixed:12-25", "day": "2029-12-25", "limit": "800"])
        #expect(ben.answer.status == 422)
        #expect(ben.answer.text.contains("Only an organiser changes when surprises are revealed."))
        try await ben.send(occasion, ["name": "Yule", "rule": "fixed:12-25", "day": "2030-12-25", "limit": "800"])
        #expect(ben.answer.text.contains("<h1>Yule</h1>"))
        try await ana.get(occasion)
        try await ana.send("\(occasion)/removal")
        #expect(ana.answer.status == 422)
        try await ana.send("\(occasion)/removal", ["sure": "yes"])
        #expect(ana.answer.path == "\(home)/gifts" && ana.answer.text.contains("What are you giving for?"))
        try await ana.get(occasion)
        #expect(ana.answer.status == 404)
    }

    @Test func `A season is copied forward once, with its limits and what are still ideas`() async throws {
        var ana = try Browser()
        let (home, occasion, person, gift) = try await christmas(&ana)
        try await ana.send("\(person)/\(gift)/status", ["status": "idea"])
        try await ana.get(occasion)
        let before = ana
        try await ana.send("\(occasion)/copies", ["name": "Christmas again", "ideas": "yes"])
        #expect(ana.answer.path.hasPrefix("\(home)/gifts?occasion=") && ana.answer.text.contains("Thursday 25 December 2031"))
        let first = ana.answer.path
        ana = before
        try await ana.send("\(occasion)/copies", ["name": "Christmas again", "ideas": "yes"])
        #expect(ana.answer.path == first)
        try await ana.get("\(person)?\(first.split(separator: "?").last ?? "")")
        #expect(ana.answer.text.contains("Wool scarf") && ana.answer.text.contains("of <span class=money>€120</span>"))
    }

    @Test func `Gifts count to a category with a limit of its own on an occasion`() async throws {
        var ana = try Browser()
        let (home, occasion, person, gift) = try await christmas(&ana)
        try await ana.get(occasion)
        #expect(ana.answer.text.contains("There are no categories yet."))
        try await ana.get("\(home)/budget")
        try await ana.send("\(home)/budget", ["name": "Clothes"])
        let category = String(ana.answer.path.split(separator: "/").last ?? "")
        try await ana.get(person)
        try await ana.send("\(person)/\(gift)", ["name": "Wool scarf", "estimate": "40", "category": category])
        #expect(ana.answer.text.contains("<option value=\"\(category)\" selected>Clothes"))
        try await ana.get(occasion)
        #expect(ana.answer.text.contains("€40 planned, €0 spent"))
        try await ana.send("\(occasion)/categories", ["category-\(category)": "30"])
        #expect(ana.answer.text.contains("Saved.") && ana.answer.text.contains("value=\"30.00\""))
        try await ana.send("\(occasion)/categories", ["category-\(category)": "much"])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("value=\"much\""))
    }

    @Test func `A gift moves on by one tap, and back only with its books`() async throws {
        var ana = try Browser()
        let (_, _, person, gift) = try await christmas(&ana)
        let status = "\(person)/\(gift)/status"
        try await ana.send(status, ["status": "ordered"])
        #expect(ana.answer.text.contains("<span class=state>Ordered</span>"))
        #expect(ana.answer.text.contains("value=ordered aria-pressed=true"))
        try await ana.send(status, ["status": "bought"])
        #expect(ana.answer.text.contains("Marked as bought.") && ana.answer.text.contains("<span class=money>€80</span> left to spend"))
        #expect(!ana.answer.text.contains("value=ordered"))
        try await ana.send(status, ["status": "wrapped"])
        #expect(ana.answer.text.contains("<span class=state>Wrapped</span>"))
        try await ana.send(status, ["status": "idea"])
        #expect(ana.answer.status == 409)
        try await ana.get(person)
        try await ana.send("\(person)/\(gift)/return")
        try await ana.send(status, ["status": "given"])
        #expect(ana.answer.text.contains("<span class=state>Given</span>") && ana.answer.text.contains("<span class=money>€120</span> left to spend"))
        try await ana.send(status, ["status": "stolen"])
        #expect(ana.answer.status == 404)
        // What has no price is asked for it.
        try await ana.get(person)
        try await ana.send(person, ["name": "Seed box"])
        let seeds = try #require(ana.matches(/id="gift-([0-9a-f-]+)"/).last)
        try await ana.send("\(person)/\(seeds)/status", ["status": "bought"])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("what did it cost?"))
    }
}
