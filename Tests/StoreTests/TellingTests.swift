import Foundation
import Household
import Jobs
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

/// When and by which way people are told. The clock is PostgreSQL's; quiet hours are laid around it.
@Suite(.ownDatabase) struct TellingTests {
    @Test func `a notice of the quiet hours is in the app at once, and its mail waits for their end`() async throws {
        let family = try await Family("Ana", "Ben")
        let quiet = try await now(family, from: -60, to: 120)
        _ = try await family.store.changePreferences(PreferenceChange(quiet: .some(quiet)), try family["Ben"].key)
        try await overspend(family)
        #expect(try await family.budgetNotices("Ben").count == 1)
        #expect(try await jobs("notice.send").map(\.member) == [try family["Ana"].member.uuid])
        let waiting = try await jobs("notice.digest")
        #expect(waiting.map(\.member) == [try family["Ben"].member.uuid])
        #expect(waiting.map { family.profile.zone.local(at: $0.due).time } == [quiet.to])
        let pause = try await Store(TestDatabase.current.worker).quiet(of: try family["Ben"].member)
        #expect(pause.map { $0 > .seconds(3600) && $0 <= .seconds(7200) } == true)
        #expect(try await Store(TestDatabase.current.worker).quiet(of: try family["Ana"].member) == nil)
    }

    @Test func `several notices make one mail, and what comes after it another`() async throws {
        let family = try await daily(Family("Ana", "Ben", "Cy"))
        let occasion = try await overspend(family, limit: 1_000, for: "Ana")
        try await family.store.setLimit(500, of: occasion, for: try family["Ana"].recipient, as: try family["Cy"].caller)
        try await family.checkBudgets()
        let first = try await digests(family, "Ben")
        try #require(first.count == 1)
        let mail = try #require(try await compose(first[0], family, "Ben"))
        #expect(mail.text == "Christmas is €10 over. Raise the budget, or take something off.")
        #expect(mail.others == ["Ana is €15 over. Raise the budget, or take something off."])
        #expect(mail.subject == "2 things to know from Family")
        #expect(mail.omitted == nil)
        // Asked again, as after a crash, it is the same mail.
        #expect(try await compose(first[0], family, "Ben")?.others == mail.others)
        try await overspend(family, for: "Cy")
        let second = try await digests(family, "Ben").filter { $0 != first[0] }
        try #require(second.count == 1)
        #expect(try await compose(second[0], family, "Ben")?.others == nil)
    }

    @Test func `twenty purchases side by side fill one digest, and lose nothing`() async throws {
        let family = try await daily(Family("Ana", "Ben", "Cy"))
        var occasions: [Occasion.ID] = []
        for _ in 0..<20 { occasions.append(try await family.occasion(limit: 100, by: "Ana")) }
        for occasion in occasions { try await family.buys("Ben", for: "Cy", 200, on: occasion) }
        let worker = try TestDatabase.current.worker, store = Store(worker), ben = try family["Ben"].member
        let rows = try await TestDatabase.current.owner.query("SELECT payload::text AS payload FROM job WHERE kind = 'budget.check' ORDER BY id DESC LIMIT 20")
        let checks = try rows.map { try JSONDecoder().decode(CheckBudget.self, from: Data(($0["payload"] as String).utf8)) }
        try await withThrowingTaskGroup { group in
            for check in checks { group.addTask { try await worker.transaction { try await store.noticeCrossings(of: check, for: ben, in: $0) } } }
            try await group.waitForAll()
        }
        let digests = try await digests(family, "Ben")
        try #require(digests.count == 1)
        let mail = try #require(try await compose(digests[0], family, "Ben"))
        #expect(1 + (mail.others?.count ?? 0) + (mail.omitted ?? 0) == 20)
    }

    @Test func `what was undone, read or removed meanwhile is left out, and nothing left is no mail`() async throws {
        let family = try await daily(Family("Ana", "Ben", "Cy"))
        let undone = try await family.occasion(limit: 1_000, by: "Ana"), stays = try await family.occasion(limit: 1_000, by: "Ana")
        let removed = try await family.occasion(limit: 1_000, by: "Ana"), raised = try await family.occasion(limit: 1_000, by: "Ana")
        let gift = try await family.buys("Ben", for: "Cy", 1_500, on: undone)
        for occasion in [stays, removed, raised] { try await family.buys("Ben", for: "Cy", 1_600, on: occasion) }
        try await family.checkBudgets()
        _ = try await family.store.undoPurchase(of: gift, on: undone, as: try family["Ben"].caller)
        try await family.store.deleteOccasion(removed, as: try family["Ana"].caller)
        try await family.store.setLimit(5_000, of: raised, for: nil, as: try family["Ana"].caller)
        let digest = try #require(try await digests(family, "Ben").first)
        let mail = try #require(try await compose(digest, family, "Ben"))
        #expect(mail.text == "Christmas is €6 over. Raise the budget, or take something off." && mail.others == nil)
        #expect(mail.subject == "Christmas: the budget is passed")
        try await family.store.readAllNotices(as: try family["Ben"].caller)
        #expect(try await compose(digest, family, "Ben") == nil)
    }

    @Test func `what became a secret of its reader meanwhile is left out`() async throws {
        let family = try await daily(Family("Ana", "Ben", "Cy"))
        let granny = Recipient.ID(.v7()), occasion = try await family.occasion(limit: nil, by: "Ana")
        _ = try await family.store.addRecipient(granny, name: "Granny", subjects: [], notes: nil, as: try family["Ana"].caller)
        try await family.store.setLimit(100, of: occasion, for: granny, as: try family["Ana"].caller)
        let gift = Gift.ID(.v7())
        _ = try await family.store.addGift(
            gift, GiftDraft(recipient: granny, name: "Tea", status: .planned, estimate: nil, url: nil, notes: nil), on: occasion, as: try family["Cy"].caller)
        _ = try await family.store.purchase(
            .init(.v7()), PurchaseDraft(paid: 500, paidBy: nil, day: nil, receipt: nil), of: gift, on: occasion, as: try family["Cy"].caller)
        try await family.checkBudgets()
        let digest = try #require(try await digests(family, "Ben").first)
        #expect(try await compose(digest, family, "Ben")?.text.hasPrefix("Granny is") == true)
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO subject (household_id, recipient_id, member_id) VALUES (\(family.profile.id), \(granny), \(try family["Ben"].member))
            """)
        #expect(try await compose(digest, family, "Ben") == nil)
    }

    @Test(arguments: NoticeWay.allCases) func `each kind is told by its own way`(way: NoticeWay) async throws {
        let family = try await Family("Ana", "Ben"), ben = try family["Ben"]
        let set = try await family.store.changePreferences(PreferenceChange(ways: [.reminder: way]), ben.key)
        #expect(set.ways[.reminder] == way && set.ways[.budget] == .mail && set.mailNotices)
        _ = try await family.occasion(limit: nil, by: "Ana", day: "2030-12-25")
        let worker = try TestDatabase.current.worker, job = try #require(RemindOfOccasions(household: family.profile.id.uuid, day: "2030-12-11"))
        try await worker.transaction { try await Store(worker).remind(ben.member, by: job, in: $0) }
        try await overspend(family)
        let notices = try await family.budgetNotices("Ben")
        #expect(notices.filter { $0.kind == .reminder }.count == (way == .none ? 0 : 1))
        #expect(notices.filter { $0.kind == .budget }.count == 1)
        let mails = try await jobs("notice.send").filter { $0.member == ben.member.uuid }
        #expect(mails.count == (way == .mail ? 2 : 1))
    }

    @Test func `a way or quiet hours chosen later hold for what waits already`() async throws {
        let family = try await daily(Family("Ana", "Ben"))
        try await overspend(family)
        let digest = try #require(try await digests(family, "Ben").first)
        _ = try await family.store.changePreferences(PreferenceChange(ways: [.budget: .app]), try family["Ben"].key)
        #expect(try await compose(digest, family, "Ben") == nil)
    }

    @Test func `preferences keep what is not mentioned, and are each account's own`() async throws {
        let family = try await Family("Ana", "Ben"), ben = try family["Ben"].key
        let from = try #require(LocalTime("21:00")), to = try #require(LocalTime("07:00")), quiet = try #require(QuietHours(from: from, to: to))
        let weekly = MailRhythm.weekly(on: .friday, at: try #require(LocalTime("18:00")))
        _ = try await family.store.changePreferences(PreferenceChange(quiet: .some(quiet), rhythm: weekly), ben)
        let kept = try await family.store.changePreferences(PreferenceChange(mailNotices: false), ben)
        #expect(kept.timing == MailTiming(quiet: quiet, rhythm: weekly) && !kept.mailNotices)
        let cleared = try await family.store.changePreferences(PreferenceChange(quiet: .some(nil), rhythm: .atOnce), ben)
        #expect(cleared.timing == MailTiming())
        #expect(try await family.store.preferences(try family["Ana"].key).timing == MailTiming())
    }

    @Test func `no mail ever names a gift`() async throws {
        let family = try await daily(Family("Ana", "Ben", "Cy")), secret = "Bicycle", ana = try family["Ana"]
        let occasion = try await family.occasion(limit: 100, by: "Ana")
        try await family.store.setLimit(100, of: occasion, for: try family["Cy"].recipient, as: ana.caller)
        try await family.buys("Ben", for: "Cy", 90, on: occasion, name: secret)
        try await family.buys("Ben", for: "Cy", 500, on: occasion, name: secret)
        try await family.checkBudgets()
        let worker = try TestDatabase.current.worker, store = Store(worker)
        _ = try await family.occasion(limit: nil, by: "Ana", day: "2030-12-25")
        let job = try #require(RemindOfOccasions(household: family.profile.id.uuid, day: "2030-12-11"))
        try await worker.transaction { try await store.remind(try family["Ben"].member, by: job, in: $0) }
        let notices = try await family.budgetNotices("Ben")
        #expect(Set(notices.map(\.kind)) == [.budget, .reminder] && notices.count >= 4)
        for notice in notices {
            let mail = try await worker.transaction { try await store.noticeMail(notice.id, to: try family["Ben"].member, in: $0) }
            try expectSilence(mail, of: secret)
        }
        try expectSilence(try await compose(try #require(try await digests(family, "Ben").first), family, "Ben"), of: secret)
    }

    private func expectSilence(_ mail: NoticeMail?, of secret: String) throws {
        let bytes = String(decoding: try JSONEncoder().encode(try #require(mail)), as: UTF8.self)
        #expect(!bytes.contains(secret), "\(bytes)")
    }
}

extension TellingTests {
    /// Everybody gets one mail a day.
    private func daily(_ family: Family) async throws -> Family {
        let hour = try #require(LocalTime("18:00"))
        for person in family.people.values {
            _ = try await family.store.changePreferences(PreferenceChange(rhythm: .daily(at: hour)), person.key)
        }
        return family
    }

    /// Quiet hours around the present minute, which are minutes from it.
    private func now(_ family: Family, from: Int, to: Int) async throws -> QuietHours {
        let now = family.profile.zone.local(at: .now)
        return try #require(QuietHours(from: now.adding(minutes: from).time, to: now.adding(minutes: to).time))
    }

    @discardableResult
    private func overspend(_ family: Family, limit: Int = 1_000, for receiver: String = "Ana") async throws -> Occasion.ID {
        let occasion = try await family.occasion(limit: limit, by: "Ana")
        let granny = Recipient.ID(.v7()), gift = Gift.ID(.v7()), giver = try family["Ben"].caller
        let recipient = family.people.count > 2 ? try family[receiver].recipient : granny
        if recipient == granny { _ = try await family.store.addRecipient(granny, name: "Granny", subjects: [], notes: nil, as: giver) }
        _ = try await family.store.addGift(
            gift, GiftDraft(recipient: recipient, name: "Kite", status: .planned, estimate: nil, url: nil, notes: nil), on: occasion, as: giver)
        _ = try await family.store.purchase(
            .init(.v7()), PurchaseDraft(paid: 2 * limit, paidBy: nil, day: nil, receipt: nil), of: gift, on: occasion, as: giver)
        try await family.checkBudgets()
        return occasion
    }

    private struct Waiting {
        var member: UUID
        var due: Date
    }

    private func jobs(_ kind: String) async throws -> [Waiting] {
        try await TestDatabase.current.owner.query("SELECT (payload->>'member')::uuid AS member, due_at FROM job WHERE kind = \(kind)").map {
            Waiting(member: try $0["member"], due: try $0["due_at"])
        }
    }

    private func digests(_ family: Family, _ name: String) async throws -> [Digest.ID] {
        try await TestDatabase.current.owner.query("""
            SELECT (payload->>'digest')::uuid AS digest FROM job WHERE kind = 'notice.digest' AND (payload->>'member')::uuid = \(try family[name].member)
            """).map { try $0["digest"] }
    }

    private func compose(_ digest: Digest.ID, _ family: Family, _ name: String) async throws -> NoticeMail? {
        let worker = try TestDatabase.current.worker, member = try family[name].member
        return try await worker.transaction { try await Store(worker).digestMail(digest, to: member, in: $0) }
    }
}
