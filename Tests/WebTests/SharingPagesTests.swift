import HTTPServer
import TestSupport
import Testing

@testable import Web

/// Several pay for one gift, and pay each other back.
@Suite(.ownDatabase) struct SharingPagesTests {
    /// Ana's household with Ben in it, and a gift for Granny that Ana paid 90 for.
    private struct Plan {
        var ana: Browser, ben: Browser
        let home: String, sharing: String, settlement: String
        let members: [String: String]

        init() async throws {
            ana = try Browser()
            home = try await ana.settle("Ana")
            try await ana.get("\(home)/gifts")
            try await ana.send("\(home)/occasions", ["name": "Christmas", "day": "2030-12-25", "limit": "800"])
            ben = Browser(at: ana)
            try await ben.join(ana, at: home)
            try await ana.get("\(home)/gifts")
            settlement = try #require(ana.matches(/href="([^"]*\/settlement)"/).first)
            try await ana.send("\(home)/gifts", ["name": "Granny", "member": ""])
            let person = String(ana.answer.path.prefix { $0 != "?" })
            try await ana.send(person, ["name": "Armchair", "estimate": "80"])
            let gift = try #require(ana.matches(/id="gift-([0-9a-f-]+)"/).first)
            sharing = "\(person)/\(gift)/sharing"
            #expect(ana.answer.text.contains("href=\"\(sharing)\""))
            try await ana.get(sharing)
            let keys = ana.matches(/name="in-([0-9a-f-]+)"/)
            try #require(keys.count == 2)
            let names = ana.answer.text.matches(of: /<span dir=auto>(\w+)<\/span><\/label>/).map { String($0.1) }
            members = Dictionary(uniqueKeysWithValues: zip(names, keys))
        }

        func key(_ name: String) throws -> String { try #require(members[name]) }

        mutating func share(_ fields: [String: String]) async throws {
            try await ana.get(sharing)
            try await ana.send(sharing, fields)
        }

        mutating func buy() async throws {
            let purchase = sharing.replacing("/sharing", with: "/purchase")
            try await ana.get(String(sharing.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()))
            try await ana.send(purchase, ["paid": "90"])
        }
    }

    @Test func `A cost is shared in equal parts or with amounts, and each share is exact`() async throws {
        var plan = try await Plan()
        let ana = try plan.key("Ana"), ben = try plan.key("Ben")
        #expect(plan.ana.answer.text.contains("Nobody shares it yet"))
        try await plan.share(["in-\(ana)": "yes", "in-\(ben)": "yes"])
        #expect(plan.ana.answer.text.contains("What it would come to"))
        #expect(plan.ana.answer.text.contains("<span dir=auto>Ben</span><b><span class=money>€40</span></b>"))
        try await plan.buy()
        try await plan.ana.get(plan.sharing)
        #expect(plan.ana.answer.text.contains("Ben owes Ana <b><span class=money>€45</span></b>"))
        try await plan.share(["in-\(ana)": "yes", "amount-\(ben)": "12,50"])
        #expect(plan.ana.answer.text.contains("Ben owes Ana <b><span class=money>€12.50</span></b>"))
        #expect(plan.ana.answer.text.contains("value=\"12.50\""))
        #expect(plan.ana.answer.text.contains("<span dir=auto>Ana</span><b><span class=money>€77.50</span></b>"))
        try await plan.share(["in-\(ana)": "yes", "amount-\(ben)": "a lot"])
        #expect(plan.ana.answer.status == 422)
        #expect(plan.ana.answer.text.contains("value=\"a lot\"") && plan.ana.answer.text.contains("is not an amount"))
        // Nothing was taken from anybody by what was refused.
        try await plan.ben.get(plan.sharing)
        #expect(plan.ben.answer.text.contains("Ben owes Ana <b><span class=money>€12.50</span></b>"))
        try await plan.share([:])
        #expect(plan.ana.answer.text.contains("Nobody shares it yet"))
    }

    @Test func `What is owed is ticked off once, seen by both, and can be taken back`() async throws {
        var plan = try await Plan()
        try await plan.ana.get(plan.settlement)
        #expect(plan.ana.answer.text.contains("Nothing is shared yet"))
        try await plan.share(["in-\(try plan.key("Ana"))": "yes", "in-\(try plan.key("Ben"))": "yes"])
        try await plan.buy()
        try await plan.ana.get(plan.settlement)
        try await plan.ben.get(plan.settlement)
        for page in [plan.ana.answer.text, plan.ben.answer.text] {
            #expect(page.contains("<b dir=auto>Ben</b> gives <b dir=auto>Ana</b>") && page.contains("<b class=sum><span class=money>€45</span></b>"))
            #expect(page.contains("paid <span class=money>€90</span>, bears <span class=money>€45</span>"))
        }
        let twice = plan.ben
        try await plan.ben.send(plan.settlement)
        #expect(plan.ben.answer.text.contains("Marked as paid.") && plan.ben.answer.text.contains("All square"))
        // The same form once more is the same payment; Ana's, who was late, is told how it stands.
        plan.ben = twice
        try await plan.ben.send(plan.settlement)
        #expect(plan.ben.answer.status == 200)
        try await plan.ana.send(plan.settlement)
        #expect(plan.ana.answer.status == 422)
        #expect(plan.ana.answer.text.contains("is more than is open between the two"))
        #expect(plan.ana.matches(/\/settlement\/([0-9a-f-]+)"/).count == 1)
        #expect(plan.ana.answer.text.contains("Ben gave Ana <b><span class=money>€45</span></b>"))
        let repayment = try #require(plan.ana.matches(/\/settlement\/([0-9a-f-]+)"/).first)
        try await plan.ana.send("\(plan.settlement)/\(repayment)")
        #expect(plan.ana.answer.text.contains("Taken back. It is owed again.") && plan.ana.answer.text.contains("To pay back"))
        // And paid in two parts.
        try await plan.ana.send(plan.settlement, ["amount": "20"])
        #expect(plan.ana.answer.text.contains("<b class=sum><span class=money>€25</span></b>"))
        try await plan.ana.send(plan.settlement, ["amount": "26"])
        #expect(plan.ana.answer.status == 422)
    }

    @Test func `Who is given a gift sees neither that it is shared nor what is owed for it`() async throws {
        var plan = try await Plan()
        var cy = Browser(at: plan.ana)
        let link = try await plan.ana.invite(at: plan.home)
        try await cy.signUp("Cy", next: link)
        try await cy.send(link)
        func seen() async throws -> [String] {
            var texts: [String] = []
            for path in [plan.settlement, plan.sharing] {
                var browser = cy
                // The stamps of forms tell the time.
                texts.append(try await browser.get(path).text.replacing(/name=once value="\d+"/, with: ""))
            }
            return texts
        }
        try await plan.ana.get("\(plan.home)/gifts")
        let member = try #require(plan.ana.matches(/<option value="([0-9a-f-]+)">Cy/).first)
        try await plan.ana.send("\(plan.home)/gifts", ["name": "", "member": member])
        let person = String(plan.ana.answer.path.prefix { $0 != "?" })
        let before = try await seen()
        try await plan.ana.send(person, ["name": "Bicycle", "estimate": "300"])
        let gift = try #require(plan.ana.matches(/id="gift-([0-9a-f-]+)"/).first)
        try await plan.ana.get("\(person)/\(gift)/sharing")
        #expect(!plan.ana.answer.text.contains("in-\(member)"))
        try await plan.ana.send("\(person)/\(gift)/sharing", ["in-\(try plan.key("Ana"))": "yes", "in-\(try plan.key("Ben"))": "yes"])
        try await plan.ana.get(person)
        try await plan.ana.send("\(person)/\(gift)/purchase", ["paid": "300"])
        try await plan.ana.get(plan.settlement)
        #expect(plan.ana.answer.text.contains("A secret from Cy"))
        try await plan.ana.send(plan.settlement, ["amount": "50"])
        #expect(plan.ana.answer.text.contains("Marked as paid."))
        #expect(try await seen() == before)
        try await cy.get("\(person)/\(gift)/sharing")
        #expect(cy.answer.status == 404)
    }
}
