import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import Web

/// What a family plans and buys, from page to page, on a database.
@Suite(.ownDatabase) struct FamilyPagesTests {
    @Test func `A family plans, buys, undoes and sees what is left`() async throws {
        var ana = try Browser()
        let (home, person, gift) = try await ana.planForGranny()
        #expect(ana.answer.status == 200)
        #expect(ana.answer.text.contains("€42.50"))
        try await ana.send("\(person)/\(gift)/purchase", ["paid": "40+5"])
        #expect(ana.answer.text.contains("Marked as bought."))
        #expect(ana.answer.text.contains("<span class=money>€75</span> left to spend"))
        #expect(ana.answer.text.contains("Bought by Ana on"))
        try await ana.get(home)
        #expect(ana.answer.text.contains("days to Christmas"))
        #expect(ana.answer.text.contains("1 of 1 bought"))
        #expect(!ana.answer.text.contains("Marked as bought."))
        try await ana.get(person)
        try await ana.send("\(person)/\(gift)/return")
        #expect(ana.answer.text.contains("<span class=money>€120</span> left to spend"))
        try await ana.send("\(person)/\(gift)", ["name": "Silk scarf", "estimate": "60", "url": "", "notes": "Blue"])
        #expect(ana.answer.text.contains("Silk scarf") && ana.answer.text.contains("Blue"))
        try await ana.send("\(person)/\(gift)/removal")
        #expect(ana.answer.text.contains("Nothing for Granny yet"))
    }

    @Test func `What was bought is undone and what was removed restored from the page of what happened`() async throws {
        var ana = try Browser()
        let (home, person, gift) = try await ana.planForGranny()
        try await ana.send("\(person)/\(gift)/purchase", ["paid": "45"])
        try await ana.get("\(home)/gifts")
        let page = try #require(ana.matches(/href="([^"]+\/activity\?occasion=[^"]+)"/).first)
        try await ana.get(page)
        #expect(ana.answer.text.contains("You bought Wool scarf, for Granny"))
        let line = try #require(ana.matches(/id="line-([0-9a-f-]+)"/).first)
        var other = ana
        try await ana.send("\(home)/activity/\(line)/undo")
        #expect(ana.answer.path == page && ana.answer.text.contains("Undone."))
        #expect(ana.answer.text.contains("You undid what was entered for Wool scarf"))
        try await other.send("\(home)/activity/\(line)/undo")
        #expect(other.answer.status == 409 && other.answer.text.contains("undone or restored already"))
        try await ana.get(person)
        #expect(ana.answer.text.contains("<span class=money>€120</span> left to spend"))
        try await ana.send("\(person)/\(gift)/removal")
        #expect(ana.answer.text.contains("Nothing for Granny yet") && ana.answer.text.contains("It can be restored for 30 days"))
        try await ana.get("\(home)/activity")
        try await ana.send("\(home)/activity/\(try #require(ana.matches(/id="line-([0-9a-f-]+)"/).first))/undo")
        #expect(ana.answer.text.contains("Restored.") && ana.answer.text.contains("You restored Wool scarf"))
        try await ana.get(person)
        #expect(ana.answer.text.contains("Wool scarf"))
    }

    /// Case G19.
    @Test func `What is paid abroad waits for its rate, then counts, is corrected and comes back in part`() async throws {
        var ana = try Browser()
        let (home, person, gift) = try await ana.planForGranny()
        try await ana.send("\(person)/\(gift)/purchase", ["paid": "500", "currency": "Yuan"])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("is no currency"))
        try await ana.send("\(person)/\(gift)/purchase", ["paid": "500", "currency": "cny"])
        #expect(ana.answer.text.contains("1 purchase waits for a rate"))
        #expect(ana.answer.text.contains("CN¥500"))
        #expect(ana.answer.text.contains("<span class=money>€120</span> left to spend"))
        try await ana.get("\(home)/gifts")
        #expect(ana.answer.text.contains("1 purchase waits for a rate"))
        try await ana.get(person)
        try await ana.send("\(person)/\(gift)/rate", ["rate": "a lot"])
        #expect(ana.answer.status == 422)
        try await ana.send("\(person)/\(gift)/rate", ["rate": "0,1283"])
        #expect(!ana.answer.text.contains("waits for a rate"))
        #expect(ana.answer.text.contains("<span class=money>€55.85</span> left to spend"))
        #expect(ana.answer.text.contains("for CN¥500 at 0.1283"))
        try await ana.send("\(person)/\(gift)/correction", ["paid": "400", "reason": "Read the wrong line"])
        #expect(ana.answer.text.contains("<span class=money>€68.68</span> left to spend"))
        try await ana.send("\(person)/\(gift)/refund", ["refunded": "60"])
        #expect(ana.answer.text.contains("is more than is left of this purchase"))
        try await ana.send("\(person)/\(gift)/refund", ["refunded": "1,32"])
        #expect(ana.answer.text.contains("<span class=money>€70</span> left to spend"))
    }

    @Test func `An occasion that comes every year is planned for its next day, or for the season that is typed`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/gifts")
        try await ana.send("\(home)/occasions", ["name": "Easter", "rule": "easter", "day": "2030-04-22"])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("is another day than the one chosen below"))
        try await ana.send("\(home)/occasions", ["name": "Easter", "rule": "easter", "day": "2030-04-21"])
        #expect(ana.answer.text.contains("21 April 2030"))
        try await ana.send("\(home)/occasions", ["name": "Christmas", "rule": "fixed:12-25"])
        #expect(ana.answer.text.contains("25 December"))
        try await ana.send("\(home)/occasions", ["name": "Never"])
        #expect(ana.answer.status == 422)
    }

    @Test func `A list from a spreadsheet is shown before it is taken, and asked about where it has two readings`() async throws {
        var ana = try Browser()
        let (home, _, _) = try await ana.planForGranny()
        try await ana.get("\(home)/gifts")
        let link = try #require(ana.matches(/href="([^"]*\/import)"/).first)
        try await ana.get(link)
        try await ana.send(link, ["sheet": "For,Gift,Price\nTom,Telescope,1.000\nGranny,Wool scarf,5\n,Puzzle,7\n"])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("What is before the cents?"))
        #expect(ana.answer.text.contains("Tom,Telescope,1.000"))
        try await ana.send(link, ["sheet": "For,Gift,Price\nTom,Telescope,1.000\nGranny,Wool scarf,5\n,Puzzle,7\n", "mark": "comma"])
        #expect(ana.answer.status == 200)
        #expect(ana.answer.text.contains("1 gift for Christmas"))
        #expect(ana.answer.text.contains("about €1,000"))
        #expect(ana.answer.text.contains("a gift of this name is there already"))
        #expect(ana.answer.text.contains("For is empty: say whom it is for."))
        try await ana.send(link)
        #expect(ana.answer.path.hasPrefix("\(home)/gifts?occasion="))
        #expect(ana.answer.text.contains("Tom"))
        #expect(ana.answer.text.contains("Added."))
    }
}
