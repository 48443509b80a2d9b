import HTTPServer
import TestSupport
import Testing

@testable import Web

/// What a household spends each month.
@Suite(.ownDatabase) struct CategoryPagesTests {
    /// A household with a category of 400 a month.
    private func groceries(_ ana: inout Browser) async throws -> (home: String, category: String) {
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/budget")
        #expect(ana.answer.text.contains("What does a month cost?"))
        try await ana.send("\(home)/budget", ["name": "Groceries", "limit": "400"])
        #expect(ana.answer.text.contains("Added.") && ana.answer.text.contains("<h1>Groceries</h1>"))
        return (home, ana.answer.path)
    }

    @Test func `A month is entered by anybody, goes over its limit, and lines are taken back`() async throws {
        var ana = try Browser()
        let (home, category) = try await groceries(&ana)
        var ben = Browser(at: ana)
        try await ben.join(ana, at: home)
        try await ben.get(category)
        try await ben.send("\(category)/entries", ["amount": "380", "note": "The big shop"])
        #expect(ben.answer.text.contains("<span class=quiet><span class=money>€20</span> left</span>"))
        try await ana.get("\(home)/budget")
        try await ana.send("\(home)/budget/entries", ["category": String(category.split(separator: "/").last ?? ""), "amount": "32,50"])
        #expect(ana.answer.path == "\(home)/budget")
        #expect(ana.answer.text.contains("<span class=over><span class=money>€12.50</span> over</span>"))
        #expect(ana.answer.text.contains("Over its limit: Groceries"))
        try await ana.get(category)
        #expect(ana.answer.text.contains("Raise its limit, or spend less elsewhere."))
        #expect(ana.answer.text.contains("The big shop") && ana.answer.text.contains("Ben"))
        let lines = ana.matches(/\/entries\/([0-9a-f-]+)\/removal"/)
        #expect(lines.count == 2)
        try await ana.send("\(category)/entries/\(lines[1])/removal")
        #expect(ana.answer.text.contains("taken back"))
        #expect(ana.answer.text.contains("<span class=money>€32.50</span> spent</h2>"))
        try await ana.send("\(category)/entries", ["amount": "2,50", "back": "yes"])
        #expect(ana.answer.text.contains("Money back") && ana.answer.text.contains("<span class=money>€30</span> spent</h2>"))
    }

    @Test func `An entry that is sent twice counts once, and the same amount again is another`() async throws {
        var ana = try Browser()
        let (_, category) = try await groceries(&ana)
        let before = ana
        try await ana.send("\(category)/entries", ["amount": "10"])
        ana = before
        try await ana.send("\(category)/entries", ["amount": "10"])
        #expect(ana.answer.text.contains("<span class=money>€10</span> spent</h2>"))
        try await ana.send("\(category)/entries", ["amount": "10"])
        #expect(ana.answer.text.contains("<span class=money>€20</span> spent</h2>"))
    }

    @Test func `What is entered for another month is shown there, and months lead to each other`() async throws {
        var ana = try Browser()
        let (home, category) = try await groceries(&ana)
        try await ana.send("\(category)/entries", ["amount": "7", "day": "2020-02-29"])
        #expect(ana.answer.path == "\(category)?month=2020-02")
        #expect(ana.answer.text.contains("February 2020") && ana.answer.text.contains("<span class=money>€7</span> spent</h2>"))
        let links = ana.matches(/href="[^"]*\?month=([0-9-]+)"/)
        #expect(links.contains("2020-01") && links.contains("2020-03"))
        // Of two typed in the same month, each stays there.
        try await ana.send("\(category)/entries", ["amount": "x", "day": "2020-02-28"])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("February 2020") && ana.answer.text.contains("value=\"x\""))
        try await ana.get("\(category)?month=2020-13")
        #expect(ana.answer.status == 404)
        try await ana.get("\(home)/budget?month=2020-02")
        #expect(ana.answer.text.contains("<span class=money>€7</span> spent in February 2020"))
    }

    @Test func `A category is renamed, limited anew and archived, and nobody overwrites another's change`() async throws {
        var ana = try Browser()
        let (home, category) = try await groceries(&ana)
        let late = ana
        try await ana.send(category, ["name": "Food", "limit": "500"])
        #expect(ana.answer.text.contains("<h1>Food</h1>") && ana.answer.text.contains("of <span class=money>€500</span>"))
        ana = late
        try await ana.send(category, ["name": "Eats", "limit": ""])
        #expect(ana.answer.text.contains("Somebody else changed this") && ana.answer.text.contains("<h1>Food</h1>"))
        try await ana.get("\(home)/budget")
        try await ana.send("\(home)/budget", ["name": "food", "limit": ""])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("There is a category of this name."))
        try await ana.get(category)
        try await ana.send("\(category)/removal")
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("tick it to say that you mean it"))
        try await ana.send("\(category)/removal", ["sure": "yes"])
        #expect(ana.answer.path == "\(home)/budget" && ana.answer.text.contains("What does a month cost?"))
        try await ana.get(category)
        #expect(ana.answer.status == 404)
    }

    @Test func `A child enters but does not plan, and a guest sees nothing of it`() async throws {
        var ana = try Browser()
        let (home, category) = try await groceries(&ana)
        for (name, role) in [("Kim", "child"), ("Gus", "guest")] {
            try await ana.get("\(home)/household")
            try await ana.send("\(home)/invitations", ["role": role, "email": ""])
            let link = try #require(ana.matches(/value="http:\/\/mantel\.example(\/join\/[^"]+)"/).first)
            var other = Browser(at: ana)
            try await other.signUp(name, next: link)
            try await other.send(link)
            for path in ["\(home)/budget", category] {
                try await other.get(path)
                #expect(other.answer.status == (role == "child" ? 200 : 404), "\(name) \(path)")
            }
            #expect(other.hiddenFields(of: "\(category)/removal") == nil)
            #expect((other.hiddenFields(of: "\(category)/entries") != nil) == (role == "child"))
        }
    }
}
