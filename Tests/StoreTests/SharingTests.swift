import Household
import Jobs
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

/// Mailboxes and devices that several people look at.
@Suite(.ownDatabase) struct SharingTests {
    @Test func `a secret of whoever reads the mailbox along is never mailed there, and is in the app`() async throws {
        let family = try await Family("Ana", "Ben", "Cy", "Dee"), ben = try family["Ben"]
        _ = try await family.store.changeSharing(mailbox: [try family["Ana"].member], device: nil, ben.key, in: family.profile.id)
        try await expectOnlyOpenMail(family, "Ben")
        // Cy shares with nobody.
        #expect(try await mails(family, "Cy") == ["Ana is €5 over.", "Christmas is €4 over.", "Dee is €3 over."])
    }

    @Test(arguments: [("family+ben@example.org", "Family+ana@Example.org"), ("home@example.org", "home+x@example.org")])
    func `addresses that differ after a plus alone are one mailbox`(his: String, hers: String) async throws {
        let family = try await Family("Ana", "Ben", "Cy", "Dee")
        for (name, address) in [("Ben", his), ("Ana", hers)] {
            _ = try await TestDatabase.current.owner.query("""
                UPDATE account SET email = \(address) WHERE id = (SELECT account_id FROM member WHERE id = \(try family[name].member))
                """)
        }
        try await expectOnlyOpenMail(family, "Ben")
    }

    /// Ben is told of Ana, of Dee, and of the whole; of these only Dee's may be read by Ana.
    private func expectOnlyOpenMail(_ family: Family, _ name: String) async throws {
        let occasion = try await family.occasion(limit: 100, by: "Cy", reveal: "2030-12-25")
        for receiver in ["Ana", "Dee"] {
            try await family.store.setLimit(200, of: occasion, for: try family[receiver].recipient, as: try family["Cy"].caller)
        }
        try await family.buys("Cy", for: "Dee", 500, on: occasion)
        try await family.buys("Cy", for: "Ana", 700, on: occasion)
        try await family.checkBudgets()
        #expect(try await told(family, name) == ["Ana is €5 over.", "Christmas is €4 over.", "Dee is €3 over."])
        #expect(try await mails(family, name) == ["Dee is €3 over."])
        // From the day of revealing on it is nobody's secret.
        _ = try await TestDatabase.current.owner.query("UPDATE occasion SET reveal_day = '2020-12-26', day = '2020-12-25'")
        #expect(try await mails(family, name) == ["Ana is €5 over.", "Christmas is €4 over.", "Dee is €3 over."])
        _ = try await TestDatabase.current.owner.query("UPDATE occasion SET reveal_day = NULL, day = '2030-12-25'")
    }

    @Test func `whether a mail comes to a shared mailbox does not tell whether there is a secret`() async throws {
        var sent: [[String]] = []
        for minor in [0, 700] {
            let family = try await Family("Ana", "Ben", "Cy", "Dee")
            _ = try await family.store.changeSharing(mailbox: [try family["Ana"].member], device: nil, try family["Ben"].key, in: family.profile.id)
            let occasion = try await family.occasion(limit: 100, by: "Cy")
            try await family.store.setLimit(200, of: occasion, for: try family["Dee"].recipient, as: try family["Cy"].caller)
            if minor > 0 { try await family.buys("Cy", for: "Ana", minor, on: occasion) }
            try await family.buys("Cy", for: "Dee", 500, on: occasion)
            try await family.checkBudgets()
            sent.append(try await mails(family, "Ben"))
        }
        #expect(sent == [["Dee is €3 over."], ["Dee is €3 over."]])
    }

    @Test func `on a shared device nothing of the other's presents is shown, and on one's own all of it`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ben = try family["Ben"], ana = try family["Ana"]
        let occasion = try await family.occasion(limit: 100, by: "Cy")
        let gift = try await family.buys("Ben", for: "Ana", 700, on: occasion)
        try await family.buys("Ana", for: "Cy", 50, on: occasion)
        try await family.checkBudgets()
        #expect(try await family.spent("Ben", on: occasion) == 750)
        #expect(try await family.budgetNotices("Ben").count == 1)
        let shared = try await store.changeSharing(mailbox: nil, device: [ana.member], ben.key, in: family.profile.id)
        #expect(shared.mailbox == [] && shared.device == [ana.member])
        #expect(try await family.spent("Ben", on: occasion) == 50)
        #expect(try await family.budgetNotices("Ben").isEmpty)
        #expect(try await store.entrance(as: ben.caller).unread == 0)
        await #expect(throws: StoreError.self) { try await store.gift(gift, on: occasion, as: ben.caller) }
        let own = SessionKey(hash: Array("a device of his own".utf8))
        let account = try await store.account(ben.key).id
        _ = try await store.openSession(for: account, key: own, device: "test")
        #expect(try await store.gift(gift, on: occasion, as: .session(own, in: family.profile.id)).id == gift)
        #expect(try await store.notices(limit: 10, unreadOnly: false, as: .session(own, in: family.profile.id)).count == 1)
        #expect(try await family.spent("Cy", on: occasion) == 700)
    }

    @Test func `a shared device takes nobody off, neither itself nor the mailbox`() async throws {
        let family = try await Family("Ana", "Ben", "Cy"), store = family.store, ben = try family["Ben"], home = family.profile.id
        let ana = try family["Ana"].member, cy = try family["Cy"].member
        _ = try await store.changeSharing(mailbox: [ana], device: nil, ben.key, in: home)
        _ = try await store.changeSharing(mailbox: [], device: nil, ben.key, in: home)
        _ = try await store.changeSharing(mailbox: [ana], device: [ana], ben.key, in: home)
        for (mailbox, device) in [([], nil), (nil, []), (nil, [cy])] as [([Member.ID]?, [Member.ID]?)] {
            await #expect(throws: StoreError.self) { try await store.changeSharing(mailbox: mailbox, device: device, ben.key, in: home) }
        }
        let wider = try await store.changeSharing(mailbox: [ana, cy], device: [ana, cy], ben.key, in: home)
        #expect(Set(wider.mailbox) == [ana, cy] && Set(wider.device) == [ana, cy])
    }

    @Test func `only others of the household can be named`() async throws {
        let here = try await Family("Ana", "Ben"), there = try await Family("Cy"), ben = try here["Ben"]
        for stranger in [try there["Cy"].member, ben.member, Member.ID(.v7())] {
            await #expect(throws: StoreError.self) { try await here.store.changeSharing(mailbox: [stranger], device: nil, ben.key, in: here.profile.id) }
        }
        await #expect(throws: StoreError.self) { try await here.store.sharing(ben.key, in: there.profile.id) }
    }

    /// What a person reads in the app.
    private func told(_ family: Family, _ name: String) async throws -> [String] {
        try await family.budgetNotices(name).compactMap(\.budget?.headline).sorted()
    }

    /// What a person is mailed, were it sent now.
    private func mails(_ family: Family, _ name: String) async throws -> [String] {
        let worker = try TestDatabase.current.worker, member = try family[name].member
        var texts: [String] = []
        for notice in try await family.budgetNotices(name) {
            let mail = try await worker.transaction { try await Store(worker).noticeMail(notice.id, to: member, in: $0) }
            if let mail { texts.append(mail.text.replacing(" Raise the budget, or take something off.", with: "")) }
        }
        return texts.sorted()
    }
}
