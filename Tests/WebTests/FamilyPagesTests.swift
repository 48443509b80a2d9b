import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import Web

/// What a family does, from page to page, on a database.
@Suite(.ownDatabase) struct FamilyPagesTests {
    /// A household with Christmas, Granny on the list with a budget of 120, and a scarf planned for her.
    private func granny(_ browser: inout Browser) async throws -> (home: String, person: String, gift: String) {
        let home = try await browser.settle("Ana")
        try await browser.get("\(home)/gifts")
        try await browser.send("\(home)/occasions", ["name": "Christmas", "day": "2030-12-25", "limit": "800"])
        try await browser.send("\(home)/gifts", ["name": "Granny", "limit": "120"])
        let person = String(browser.answer.path.prefix { $0 != "?" })
        try await browser.send(person, ["name": "Wool scarf", "estimate": "42,50"])
        let gift = try #require(browser.matches(/id="gift-([0-9a-f-]+)"/).first)
        return (home, person, gift)
    }

    @Test func `A family plans, buys, undoes and sees what is left`() async throws {
        var ana = try Browser()
        let (home, person, gift) = try await granny(&ana)
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
        let (home, person, gift) = try await granny(&ana)
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

    @Test func `A correction or a refund that is sent twice is entered once`() async throws {
        var ana = try Browser()
        let (_, person, gift) = try await granny(&ana)
        try await ana.send("\(person)/\(gift)/purchase", ["paid": "45"])
        for _ in 0..<2 {
            var same = ana
            try await same.send("\(person)/\(gift)/correction", ["paid": "40", "reason": "A slip"])
        }
        try await ana.get(person)
        #expect(ana.answer.text.contains("<span class=money>€80</span> left to spend"))
        for _ in 0..<2 {
            var same = ana
            try await same.send("\(person)/\(gift)/refund", ["refunded": "10"])
        }
        // The same form with something else in it is not taken for the same.
        var twice = ana
        try await twice.send("\(person)/\(gift)/refund", ["refunded": "11"])
        #expect(twice.answer.status == 422 && twice.answer.text.contains("sent before"))
        try await ana.get(person)
        #expect(ana.answer.text.contains("<span class=money>€90</span> left to spend"))
        // And what is meant again is entered again.
        try await ana.send("\(person)/\(gift)/refund", ["refunded": "10"])
        #expect(ana.answer.text.contains("<span class=money>€100</span> left to spend"))
    }

    @Test func `An occasion, a person, a gift or an event whose form is sent twice is there once`() async throws {
        var ana = try Browser()
        let (home, person, _) = try await granny(&ana)
        let forms = [
            ("\(home)/gifts", "\(home)/gifts", ["name": "Uncle Joe"]), ("\(home)/gifts", "\(home)/occasions", ["name": "Eid", "day": "2031-01-01"]),
            (person, person, ["name": "Red slippers"]), ("\(home)/calendar?from=2030-11-20", "\(home)/calendar", ["title": "Fair", "day": "2030-12-01"]),
        ]
        for (page, action, fields) in forms {
            try await ana.get(page)
            var paths: Set<String> = []
            for _ in 0..<2 {
                var same = ana
                try await same.send(action, fields)
                #expect(same.answer.status == 200, "\(action)")
                paths.insert(same.answer.path)
            }
            #expect(paths.count == 1, "\(action): \(paths)")
            // A look later, the same words are meant once more.
            try await ana.get(page)
            try await ana.send(action, fields)
            try await ana.get(page)
        }
        #expect(ana.answer.text.matches(of: /Fair/).count >= 2)
        try await ana.get(person)
        #expect(ana.answer.text.matches(of: /<span class=name dir=auto>Red slippers/).count == 2)
    }

    /// Case G19.
    @Test func `What is paid abroad waits for its rate, then counts, is corrected and comes back in part`() async throws {
        var ana = try Browser()
        let (home, person, gift) = try await granny(&ana)
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

    @Test func `Everybody takes along a copy of what they may see, made by the programs' interface for their session alone`() async throws {
        var plain = try Browser()
        let without = try await plain.settle("Ben")
        try await plain.get("\(without)/household")
        #expect(!plain.answer.text.contains("Take a copy"))
        try await plain.get("\(without)/copy.json")
        #expect(plain.answer.status == 404)
        var ana = try Browser(programs: { request in
            let question = "\(request.method) \(request.target) \(request.headers["Accept"] ?? "")"
            let isSigned = request.headers["Authorization"]?.count == "Bearer ".count + 43
            return isSigned ? .text(200, question).with("Content-Disposition", "attachment") : HTTPResponse(status: 401)
        })
        let (home, _, _) = try await granny(&ana)
        let household = home.split(separator: "/").last ?? ""
        try await ana.get("\(home)/household")
        #expect(ana.answer.text.contains("Take a copy"))
        let links = ana.matches(/href="([^"]+\.(?:json|csv))"/)
        try #require(links.count == 3)
        let occasion = links[1].split(separator: "/").dropLast().last ?? ""
        for (link, question) in zip(links, ["/export ", "/occasions/\(occasion)/gifts text/csv", "/occasions/\(occasion)/ledger text/csv"]) {
            try await ana.get(link)
            #expect(ana.answer.text == "GET /api/v1/households/\(household)\(question)")
            #expect(ana.answer.headers["Content-Disposition"] == "attachment")
        }
        try await plain.get(links[0])
        #expect(plain.answer.status == 404)
    }

    @Test func `A purchase that is sent twice counts once`() async throws {
        var ana = try Browser()
        let (_, person, gift) = try await granny(&ana)
        let before = ana
        try await ana.send("\(person)/\(gift)/purchase")
        ana = before
        try await ana.send("\(person)/\(gift)/purchase")
        #expect(ana.answer.text.contains("<span class=money>€77.50</span> left to spend"))
    }

    @Test func `A list from a spreadsheet is shown before it is taken, and asked about where it has two readings`() async throws {
        var ana = try Browser()
        let (home, _, _) = try await granny(&ana)
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

    @Test func `Everybody says when they are told of a budget, and whether by mail`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/notices")
        #expect(ana.answer.text.contains("As the household does (at 80 % and when it is over)"))
        try await ana.send("\(home)/notices/settings", ["at": "none", "mail": "no"])
        #expect(ana.answer.text.contains("<option value=\"none\" selected>"))
        #expect(ana.answer.text.contains("<option value=\"no\" selected>"))
        try await ana.send("\(home)/notices/settings", ["at": "0,100", "mail": "yes"])
        #expect(ana.answer.status == 404)
    }

    @Test func `Everybody chooses the way, the hours and the rhythm of what they are told`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        let fields = [
            "way-budget": "app", "way-reminder": "none", "mail": "yes", "rhythm": "5", "digest-at": "17:45", "quiet-from": "21:00", "quiet-to": "07:30", "everybody": "100",
        ]
        try await ana.get("\(home)/notices")
        try await ana.send("\(home)/notices/settings", fields)
        for words in ["value=\"app\" selected", "value=\"none\" selected", "value=\"5\" selected", "value=\"17:45\"", "value=\"21:00\"", "value=\"07:30\"", "(when it is over)"] {
            #expect(ana.answer.text.contains(words), "\(words)")
        }
        // What was typed comes back with what is wrong about it.
        try await ana.send("\(home)/notices/settings", fields.merging(["quiet-to": "21:00", "way-budget": "mail"]) { $1 })
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("This must be another time"))
        try await ana.get("\(home)/notices")
        #expect(ana.answer.text.contains("value=\"07:30\"") && ana.answer.text.contains("value=\"app\" selected"))
        try await ana.send("\(home)/notices/settings", fields.merging(["quiet-from": "", "quiet-to": "", "rhythm": "once", "digest-at": ""]) { $1 })
        #expect(!ana.answer.text.contains("value=\"07:30\"") && ana.answer.text.contains("value=\"once\" selected"))
    }

    @Test func `An occasion is told of at parts of its own, or as the household is`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/gifts")
        try await ana.send("\(home)/occasions", ["name": "Christmas", "rule": "fixed:12-25", "limit": "100"])
        let action = try #require(ana.matches(/action="([^"]+\/limits)"/).first)
        for (choice, shown) in [("100", "value=\"100\" selected"), ("none", "value=\"none\" selected"), ("household", "value=\"household\" selected")] {
            try await ana.send(action, ["limit": "100", "at": choice])
            #expect(ana.answer.status == 200 && ana.answer.text.contains(shown), "\(choice)")
        }
    }

    @Test func `Who else reads the mail or uses the device is named, and nobody is taken off a device`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/notices")
        #expect(!ana.answer.text.contains("Who reads along"))
        var ben = Browser(at: ana)
        try await ben.join(ana, at: home)
        try await ana.get("\(home)/notices")
        let field = try #require(ana.matches(/name="(shared-[0-9a-f-]+)"/).first)
        try await ana.send("\(home)/notices/sharing", [field: "mailbox"])
        #expect(ana.answer.text.contains("value=\"mailbox\" selected"))
        try await ana.send("\(home)/notices/sharing", [field: "both"])
        #expect(ana.answer.text.contains("value=\"both\" selected") && ana.answer.text.contains("This device is shared"))
        try await ana.send("\(home)/notices/sharing", [field: "no"])
        #expect(ana.answer.status == 403)
    }

    @Test func `What is refused comes back with what was typed and how it was read`() async throws {
        var ana = try Browser()
        let (home, person, gift) = try await granny(&ana)
        try await ana.send("\(person)/\(gift)/purchase", ["paid": "1.000"])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("value=\"1.000\""))
        #expect(ana.answer.text.contains("This could be 1000 or 1.000: type it without the mark"))
        try await ana.get("\(home)/gifts")
        try await ana.send("\(home)/occasions", ["name": " ", "day": "2031-02-30", "limit": "-5"])
        #expect(ana.answer.status == 422)
        for words in ["This is needed", "This is not a day", "This must not be less than zero"] { #expect(ana.answer.text.contains(words), "\(words)") }
        try await ana.get("\(home)/calendar")
        try await ana.send("\(home)/calendar", ["title": "Fair", "day": "2030-12-12", "time": "14:00", "endTime": "09:00"])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("This is before the beginning"))
    }

    @Test func `Nobody learns on any page what is planned for them`() async throws {
        var ana = try Browser()
        let (home, _, _) = try await granny(&ana)
        var ben = Browser(at: ana)
        try await ben.join(ana, at: home)
        // Ben puts Ana on the list, with a gift.
        try await ben.get("\(home)/gifts")
        let member = try #require(ben.matches(/<option value="([0-9a-f-]+)">Ana/).first)
        try await ben.send("\(home)/gifts", ["name": "Ana", "member": member, "limit": "100"])
        let person = String(ben.answer.path.prefix { $0 != "?" })
        try await ana.get(person)
        #expect(ana.answer.text.contains("No peeking"))
        let empty = try await ana.everything(at: home, person)
        try await ben.get(person)
        try await ben.send(person, ["name": "Secret telescope", "estimate": "240"])
        let gift = try #require(ben.matches(/id="gift-([0-9a-f-]+)"/).first)
        try await ben.send("\(person)/\(gift)/purchase", ["paid": "240"])
        #expect(ben.answer.text.contains("Secret telescope") && ben.answer.text.contains("over"))
        let full = try await ana.everything(at: home, person)
        #expect(full == empty)
        // Nor does she get at it by its address.
        try await ana.get("\(home)/gifts")
        let token = try #require(ana.matches(/name=_csrf value="([^"]+)"/).first)
        var request = ana.request("POST", "\(person)/\(gift)/removal")
        request.headers["Content-Type"] = "application/x-www-form-urlencoded"
        request.body = Array("_csrf=\(token)".utf8)
        #expect(await ana.pages.respond(to: request).status == 404)
        // Until Ben lets her see it.
        try await ben.send("\(person)/\(gift)/revelation")
        #expect(ben.answer.text.contains("They can see it now."))
        try await ana.get(person)
        #expect(ana.answer.text.contains("Secret telescope"))
        #expect(ana.answer.text.contains("No peeking"))
    }

    @Test func `An invitation's link lets in once, and looking at it uses nothing up`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        let link = try await ana.invite(at: home)
        try await ana.get("\(home)/household")
        #expect(!ana.answer.text.contains(link), "it is shown once")
        var ben = Browser(at: ana)
        for _ in 0..<3 {
            try await ben.get(link)
            #expect(ben.answer.status == 200)
            #expect(ben.answer.text.contains("Join The Anas"))
        }
        try await ben.signUp("Ben", next: link)
        #expect(ben.answer.path == link)
        try await ben.send(link)
        #expect(ben.answer.path == home)
        #expect(ben.answer.text.contains("Welcome!"))
        var cy = Browser(at: ana)
        try await cy.get(link)
        #expect(cy.answer.status == 404)
        #expect(cy.answer.text.contains("This invitation has ended"))
    }

    @Test func `Another household is not there`() async throws {
        var ana = try Browser()
        let (home, person, _) = try await granny(&ana)
        var eve = Browser(at: ana)
        let own = try await eve.settle("Eve")
        let foreign = person.replacing(home, with: own)
        for path in [home, person, "\(home)/calendar", "\(home)/household", foreign.replacing("/gifts/", with: "/calendar/"), "\(own)/nothing"] {
            try await eve.get(path)
            #expect(eve.answer.status == 404, "\(path)")
            #expect(eve.answer.text.contains("isn&#39;t yours to see"), "\(path)")
        }
    }

    @Test func `Roles, settings and members are an organiser's`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        var ben = Browser(at: ana)
        try await ben.join(ana, at: home)
        try await ben.get("\(home)/household")
        #expect(ben.hiddenFields(of: "\(home)/settings") == nil)
        #expect(ben.hiddenFields(of: "\(home)/invitations") != nil)
        #expect(!ben.answer.text.contains("value=\"organiser\""))
        try await ana.get("\(home)/household")
        try await ana.send("\(home)/settings", ["name": "The Byrnes", "zone": "Europe/Paris"])
        #expect(ana.answer.text.contains("The Byrnes"))
        let member = try #require(ana.matches(/\/members\/([0-9a-f-]+)"/).first)
        try await ana.send("\(home)/members/\(member)", ["role": "guest"])
        try await ana.send("\(home)/members/\(member)/removal")
        #expect(ana.answer.text.contains("Removed."))
        try await ben.get(home)
        #expect(ben.answer.status == 404)
    }
}

extension Browser {
    mutating func invite(at home: String) async throws -> String {
        try await get("\(home)/household")
        try await send("\(home)/invitations", ["role": "adult", "email": ""])
        return try #require(matches(/value="http:\/\/mantel\.example(\/join\/[^"]+)"/).first)
    }

    mutating func join(_ organiser: Browser, at home: String) async throws {
        var organiser = organiser
        let link = try await organiser.invite(at: home)
        try await signUp("Ben", next: link)
        try await send(link)
        #expect(answer.path == home)
    }

    /// The pages that show figures, as one text.
    mutating func everything(at home: String, _ person: String) async throws -> String {
        var text = ""
        for path in [home, "\(home)/gifts", "\(home)/notices", "\(home)/calendar", person] {
            // The stamps of forms tell the time.
            text += try await get(path).text.replacing(/name=once value="\d+"/, with: "")
        }
        return text
    }
}
