import PostgreSQL
import TestSupport
import Testing

/// The test of non-interference would see it if any one policy of the firewall were gone.
@Suite(.ownDatabase) struct PolicyTests {
    /// Policies behind a second wall: without them alone nothing more can be fetched. Each with its reason; one that
    /// comes to be noticed, or is not there, may not stand here.
    private static let behindAnother: [String: String] = [
        "budget_limit.firewall": """
            A limit is told only as part of a person's figures, and for a subject there are none: `RecipientView` decides \
            that by the link. The sum over its presents, against which notices compare it, needs the policy of the ledger.
            """,
        "delivery.invitations": "What became of an invitation's mail is read beside the invitation, whose own policy asks for the role.",
        "contribution.firewall": "Parts are told only beside their gift, which has a policy of its own, and come to nothing without the ledger.",
        "repayment.firewall": "A repayment is found and told through its gift, which has a policy of its own.",
        "removal.firewall": "That a gift was deleted is told with the gift's name, and that has a policy of its own.",
        "gift_logistics.givers": "Asked for by its gift alone, which has a policy of its own. GiftLogisticsTests asks the policy itself.",
        "delivery.own_deliveries": "Read only beside a notice of one's own or an invitation that one may see; those have policies of their own.",
        "upload.own_uploads": "The API never reads an upload; it writes and deletes it beside a scan that it was shown.",
        "picture.own_or_of_an_event": "A picture is asked for by its scan or its event alone, and is found through their policies.",
    ]

    @Test func `it is noticed when any one policy is dropped, or it stands behind another wall`() async throws {
        let server = try Server(), owner = try TestDatabase.current.owner
        let house = try await House(on: server, subject: "Ana")
        let crawl = try await Crawl(try house["Ana"])
        let before = try await crawl.record()
        let secrets = try await plot(in: house)
        try await expectNothing(crawl, before, secrets, "with every policy in its place")
        let policies = try await FirewallPolicy.all(in: owner)
        try #require(policies.count >= 9, "\(policies)")
        var unnoticed: [String] = []
        for policy in policies {
            try await policy.drop(owner)
            var found = try await crawl.record(until: before).differences(from: before)
            if found.isEmpty { found = try await crawl.probe(secrets, knowing: before) }
            try await policy.restore(owner)
            if found.isEmpty { unnoticed.append("\(policy)") }
        }
        print("policies: \(policies), \(before.answers.count) addresses each")
        #expect(unnoticed.sorted() == Self.behindAnother.keys.sorted())
        try await expectNothing(crawl, before, secrets, "with every policy in its place again")
    }

    private func expectNothing(_ crawl: Crawl, _ before: Recording, _ secrets: [String: [String]], _ when: Comment) async throws {
        #expect(try await crawl.record().differences(from: before) + crawl.probe(secrets, knowing: before) == [], when)
    }

    /// One of everything that Ana must not learn of; the ids by the names they have in templates.
    private func plot(in house: House) async throws -> [String: [String]] {
        let ben = try house["Ben"], recipient = try house.recipient("Ana")
        let occasion = "\(house.path)/occasions/\(house.occasions[0])"
        try await ben.expect(200, "PUT", "\(occasion)/limits/\(recipient)", ["limit": House.euros(500)])
        let gift = try await ben.make("\(occasion)/gifts", ["recipient": .text(recipient), "name": "Bicycle", "estimate": House.euros(20_000)])
        try await ben.expect(201, "POST", "\(occasion)/gifts/\(gift)/purchase", ["paid": House.euros(24_000), "day": "2030-11-20"])
        let entry = try #require(try await ben.expect(200, "GET", "\(occasion)/ledger").items.list.last?.id.string)
        try await ben.expect(201, "POST", "\(occasion)/ledger/\(entry)/corrections", ["paid": House.euros(23_000), "reason": "A slip"])
        let spare = try await ben.make("\(occasion)/gifts", ["recipient": .text(recipient), "name": "Scooter"])
        try await ben.expect(201, "POST", "\(occasion)/gifts/\(spare)/purchase", ["paid": House.euros(100)])
        try await ben.expect(204, "DELETE", "\(occasion)/gifts/\(spare)")
        let part = try await ben.make("\(occasion)/gifts/\(gift)/contributions", [:])
        let share = try await house["Cy"].make("\(occasion)/gifts/\(gift)/contributions", [:])
        let transfer = try #require(try await ben.expect(200, "GET", "\(occasion)/settlement").items.list.first)
        let repayment = try await ben.make("\(occasion)/repayments", [
            "from": transfer.from, "to": transfer.to, "amount": House.euros(1), "secretFrom": transfer.secretFrom,
        ])
        try await ben.expect(200, "PUT", "\(occasion)/gifts/\(gift)/logistics", ["hidingPlace": "Attic"])
        try await ben.expect(200, "PATCH", "\(house.path)/recipients/\(recipient)", ["notes": "Frame of 52 cm"])
        let scan = try await ben.upload("receipt", to: house.path)
        try await Workers.run()
        let notices = try await ben.expect(200, "GET", "\(house.path)/notices").items.list.compactMap(\.id.string)
        #expect(!notices.isEmpty)
        return ["gift": [gift], "scan": [scan], "notice": notices, "contribution": [part, share], "repayment": [repayment], "entry": [entry]]
    }
}
