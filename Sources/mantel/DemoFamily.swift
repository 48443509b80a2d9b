import Foundation
import Household
import Secrets
import ServiceKit
import Store

/// A family to look around in: five people, one Christmas, presents in every state, dates in the calendar and
/// one flyer on its way through the workers.
struct DemoFamily {
    static let password = "parcels-and-paper"
    static let addresses = ["maeve@demo.example", "tom@demo.example"]

    let store: Store
    let hasher: PasswordHasher

    /// Fills the family in, unless the first address has an account already.
    func fill(today: Day, flyer: [UInt8]?) async throws -> Bool {
        guard try await store.credential(of: Self.addresses[0]) == nil else { return false }
        let maeve = try await signUp("Maeve Byrne", Self.addresses[0])
        let tom = try await signUp("Tom Byrne", Self.addresses[1])
        guard let euro = Currency("EUR"), let dublin = Zone("Europe/Dublin") else { return false }
        let family = HouseholdProfile(id: .init(.v7()), name: "The Byrnes", currency: euro, zone: dublin)
        let organiser = try await store.foundHousehold(family, by: maeve)
        let asMaeve = Caller.session(maeve, in: family.id)
        let invitation = Token()
        _ = try await store.invite(.init(.v7()), tokenHash: invitation.hash, email: nil, role: .adult, as: asMaeve)
        let partner = try await store.acceptInvitation(invitation.hash, by: tom)
        try await fillGifts(organiser: organiser.member, partner: partner.member, today: today, maeve: asMaeve, tom: .session(tom, in: family.id))
        try await fillCalendar(today: today, zone: dublin, as: asMaeve)
        if let flyer { _ = try await store.addScan(.init(.v7()), kind: .flyer, bytes: flyer, as: asMaeve) }
        try await store.endAllSessions(maeve)
        try await store.endAllSessions(tom)
        return true
    }

    private func signUp(_ name: String, _ email: String) async throws -> SessionKey {
        let id = Account.ID(.v7())
        let account = Account(id: id, email: email, name: name, locale: "en_GB", zone: Zone("Europe/Dublin") ?? .utc)
        _ = try await store.signUp(account, passwordHash: try await hasher.hash(Self.password))
        let key = SessionKey(hash: Token().hash)
        _ = try await store.openSession(for: id, key: key, device: "demo")
        return key
    }

    private func fillGifts(organiser: Member.ID, partner: Member.ID, today: Day, maeve: Caller, tom: Caller) async throws {
        let rule = DayRule("fixed:12-25")
        let christmas = rule?.next(after: today.adding(days: -1)) ?? today
        let occasion = Occasion.ID(.v7())
        _ = try await store.addOccasion(
            occasion, OccasionDraft(name: "Christmas", day: christmas, rule: rule, revealDay: christmas), limit: 40_000, as: maeve)
        let people: [(name: String, subject: Member.ID?, limit: Int?, gifts: [(String, Int, GiftStatus, Int?)])] = [
            ("Nora", nil, 12_000, [("Watercolour set", 3_450, .planned, 3_450), ("Wool slippers", 2_999, .planned, nil), ("Seed box", 1_800, .planned, 1_800)]),
            ("Fionn", nil, 8_000, [("Chess clock", 4_200, .planned, 4_900), ("Head torch", 3_500, .planned, 4_300)]),
            ("Granny", nil, 7_500, [("Framed photo", 3_000, .ordered, nil), ("Gardening gloves", 1_600, .idea, nil)]),
            ("Tom", partner, 10_000, [("Record player needle", 5_900, .planned, 5_900), ("Bread knife", 3_200, .planned, nil)]),
            ("Maeve", organiser, 10_000, []),
        ]
        for person in people {
            let recipient = Recipient.ID(.v7())
            _ = try await store.addRecipient(recipient, name: person.name, subjects: person.subject.map { [$0] } ?? [], notes: nil, as: maeve)
            let giver = person.subject == organiser ? tom : maeve
            try await store.setLimit(person.limit, of: occasion, for: recipient, as: giver)
            for (name, estimate, status, paid) in person.gifts {
                let gift = Gift.ID(.v7())
                _ = try await store.addGift(
                    gift, GiftDraft(recipient: recipient, name: name, status: status, estimate: estimate, url: nil, notes: nil), on: occasion, as: giver)
                if let paid {
                    _ = try await store.purchase(
                        .init(.v7()), PurchaseDraft(paid: paid, paidBy: nil, day: today, receipt: nil), of: gift, on: occasion, as: giver)
                }
            }
            if person.subject == organiser {
                let secret = Gift.ID(.v7())
                _ = try await store.addGift(
                    secret, GiftDraft(recipient: recipient, name: "Theatre tickets", status: .planned, estimate: 8_000, url: nil, notes: nil), on: occasion, as: tom)
                _ = try await store.purchase(
                    .init(.v7()), PurchaseDraft(paid: 8_400, paidBy: nil, day: today, receipt: nil), of: secret, on: occasion, as: tom)
            }
        }
    }

    private func fillCalendar(today: Day, zone: Zone, as caller: Caller) async throws {
        func timed(_ days: Int, _ hour: Int, _ minutes: Int) -> EventTime {
            .moment(LocalDateTime(day: today.adding(days: days), minutesSinceMidnight: hour * 60 + minutes), zone)
        }
        let drafts = [
            EventDetails(title: "Swimming lesson", start: timed(2, 16, 30), end: timed(2, 17, 15), location: "Town pool", description: nil, url: nil,
                recurrence: try RecurrenceRule("FREQ=WEEKLY"), alarms: [60], attendees: []),
            EventDetails(title: "Carols on the green", start: timed(12, 18, 0), end: timed(12, 19, 30), location: "The green", description: "Bring a lantern.",
                url: nil, recurrence: nil, alarms: [120], attendees: []),
            EventDetails(title: "School closes", start: .day(today.adding(days: 17)), end: nil, location: nil, description: nil, url: nil,
                recurrence: nil, alarms: [], attendees: []),
        ]
        for draft in drafts { _ = try await store.addEvent(.init(.v7()), draft, scan: nil, as: caller) }
    }
}
