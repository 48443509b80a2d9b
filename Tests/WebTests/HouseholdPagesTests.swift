import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import Web

/// Who is of a household, what of it they see, and what they take along.
@Suite(.ownDatabase) struct HouseholdPagesTests {
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
        let (home, _, _) = try await ana.planForGranny()
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

    @Test func `Nobody learns on any page what is planned for them`() async throws {
        var ana = try Browser()
        let (home, _, _) = try await ana.planForGranny()
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
        let (home, person, _) = try await ana.planForGranny()
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
