import Foundation
import Household
import PostgreSQL
import ServiceKit
import Store
import TestSupport
import Testing

/// A household on a database of the test's own, with people who each hold a session.
struct Family: Sendable {
    struct Person: Sendable {
        var name: String
        var key: SessionKey
        var member: Member.ID
        var caller: Caller
        /// The recipient that is this person.
        var recipient: Recipient.ID
    }

    let store: Store
    let profile: HouseholdProfile
    let people: [String: Person]

    subscript(_ name: String) -> Person {
        get throws { try found(people[name], "nobody is called \(name)") }
    }

    /// The first of `names` founds the household; the others are invited as adults.
    init(_ names: String..., currency: String = "EUR") async throws {
        let store = Store(try TestDatabase.current.api)
        let profile = HouseholdProfile(
            id: .init(.v7()), name: "Family", currency: try found(Currency(currency), "a currency"), zone: try found(Zone("Europe/Dublin"), "a zone"))
        var people: [String: Person] = [:]
        var founder: Caller?
        for (index, name) in names.enumerated() {
            let key = try await Self.signUp(name, in: store)
            let membership: Membership
            if index == 0 {
                membership = try await store.foundHousehold(profile, by: key)
                founder = .session(key, in: profile.id)
            } else {
                let hash = [UInt8](UUID().uuidString.utf8)
                _ = try await store.invite(.init(.v7()), tokenHash: hash, email: nil, role: .adult, as: try found(founder, "a founder"))
                membership = try await store.acceptInvitation(hash, by: key)
            }
            let recipient = Recipient.ID(.v7())
            _ = try await store.addRecipient(recipient, name: name, subjects: [membership.member], notes: nil, as: try found(founder, "a founder"))
            people[name] = Person(name: name, key: key, member: membership.member, caller: .session(key, in: profile.id), recipient: recipient)
        }
        self.store = store
        self.profile = profile
        self.people = people
    }

    static func signUp(_ name: String, in store: Store) async throws -> SessionKey {
        let id = Account.ID(.v7())
        let account = Account(id: id, email: "\(id)@example.org", name: name, locale: "en", zone: .utc)
        _ = try await store.signUp(account, passwordHash: "not a hash")
        let key = SessionKey(hash: [UInt8](UUID().uuidString.utf8))
        _ = try await store.openSession(for: id, key: key, device: "test")
        return key
    }

    func occasion(limit: Int?, by name: String, day: String = "2030-12-25", reveal: String? = nil) async throws -> Occasion.ID {
        let id = Occasion.ID(.v7())
        let draft = OccasionDraft(name: "Christmas", day: try found(Day(day), "a day"), revealDay: reveal.flatMap { Day($0) })
        _ = try await store.addOccasion(id, draft, limit: limit, as: try self[name].caller)
        return id
    }

    /// A gift from `giver` to `receiver`, bought at once.
    @discardableResult
    func buys(_ giver: String, for receiver: String, _ minor: Int, on occasion: Occasion.ID, name: String = "A gift") async throws -> Gift.ID {
        let gift = try await plans(giver, for: receiver, on: occasion, name: name)
        _ = try await store.purchase(
            .init(.v7()), PurchaseDraft(paid: minor, paidBy: nil, day: nil, receipt: nil), of: gift, on: occasion, as: try self[giver].caller)
        return gift
    }

    func plans(_ giver: String, for receiver: String, on occasion: Occasion.ID, name: String = "A gift", estimate: Int? = nil) async throws -> Gift.ID {
        let gift = Gift.ID(.v7())
        let draft = GiftDraft(recipient: try self[receiver].recipient, name: name, status: .planned, estimate: estimate, url: nil, notes: nil)
        _ = try await store.addGift(gift, draft, on: occasion, as: try self[giver].caller)
        return gift
    }

    func spent(_ name: String, on occasion: Occasion.ID) async throws -> Int {
        try await store.occasion(occasion, as: try self[name].caller).tally.spent.minor
    }

    /// Runs the budget checks that wait, as the notification worker would.
    func checkBudgets() async throws {
        let worker = Store(try TestDatabase.current.worker)
        for check in try await waitingBudgetChecks() {
            for member in try await worker.budgetWatchers(for: check) {
                try await TestDatabase.current.worker.transaction { try await worker.noticeCrossings(of: check, for: member, in: $0) }
            }
        }
    }

    func budgetNotices(_ name: String) async throws -> [Notice] {
        try await store.notices(limit: 100, unreadOnly: false, as: try self[name].caller)
    }

    private func waitingBudgetChecks() async throws -> [CheckBudget] {
        let rows = try await TestDatabase.current.owner.query(
            "UPDATE job SET state = 'done' WHERE kind = \(CheckBudget.name) AND state <> 'done' RETURNING payload::text AS payload")
        return try rows.map { try JSONDecoder().decode(CheckBudget.self, from: Data(($0["payload"] as String).utf8)) }
    }
}

struct Missing: Error { var what: String }

func found<T>(_ value: T?, _ what: String) throws -> T {
    guard let value else { throw Missing(what: what) }
    return value
}

/// Records an issue unless `question` is answered like one for something that is not there.
func expectNotFound<T>(sourceLocation: SourceLocation = #_sourceLocation, _ question: () async throws -> T) async {
    do {
        _ = try await question()
        Issue.record("it was answered", sourceLocation: sourceLocation)
    } catch StoreError.notFound {
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
