import Foundation
import Household
import PostgreSQL
import Secrets
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct AccountTests {
    @Test func `an invitation is redeemed once, however many try at once`() async throws {
        let family = try await Family("Ana")
        let store = family.store
        let hash: [UInt8] = Array("invitation".utf8)
        _ = try await store.invite(.init(.v7()), tokenHash: hash, email: nil, role: .adult, as: try family["Ana"].caller)
        var keys: [SessionKey] = []
        for index in 0..<8 { keys.append(try await Family.signUp("Guest \(index)", in: store)) }
        let joined = await withTaskGroup(of: Bool.self) { group in
            for key in keys { group.addTask { (try? await store.acceptInvitation(hash, by: key)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(joined == 1)
        #expect(try await store.members(as: try family["Ana"].caller).count == 2)
    }

    @Test func `an invitation ends when its inviter leaves`() async throws {
        let family = try await Family("Ana", "Ben")
        let hash: [UInt8] = Array("invitation".utf8)
        _ = try await family.store.invite(.init(.v7()), tokenHash: hash, email: nil, role: .adult, as: try family["Ben"].caller)
        try await family.store.removeMember(try family["Ben"].member, as: try family["Ana"].caller)
        #expect(try await family.store.invitation(behind: hash).isOpen == false)
        let key = try await Family.signUp("Cy", in: family.store)
        await #expect(throws: StoreError.self) { try await family.store.acceptInvitation(hash, by: key) }
    }

    @Test func `signing out everywhere ends every session at once`() async throws {
        let family = try await Family("Ana")
        let ana = try family["Ana"]
        let account = try await family.store.account(ana.key).id
        let second = SessionKey(hash: [1, 2, 3])
        _ = try await family.store.openSession(for: account, key: second, device: "phone")
        try await family.store.endAllSessions(ana.key)
        for key in [ana.key, second] {
            await #expect(throws: StoreError.self) { try await family.store.account(key) }
        }
    }

    @Test func `the last organiser stays one`() async throws {
        let family = try await Family("Ana", "Ben")
        let ana = try family["Ana"], ben = try family["Ben"]
        await #expect(throws: StoreError.self) { try await family.store.removeMember(ana.member, as: ana.caller) }
        await #expect(throws: StoreError.self) { try await family.store.changeRole(of: ana.member, to: .adult, as: ana.caller) }
        try await family.store.changeRole(of: ben.member, to: .organiser, as: ana.caller)
        try await family.store.removeMember(ana.member, as: ana.caller)
        await #expect(throws: StoreError.self) { try await family.store.household(as: ana.caller) }
    }

    @Test func `an address that is taken keeps its owner`() async throws {
        let store = Store(try TestDatabase.current.api)
        let first = Account(id: .init(.v7()), email: "Ana@Example.org", name: "Ana", locale: "en", zone: .utc)
        let second = Account(id: .init(.v7()), email: "ana@example.ORG", name: "Eve", locale: "en", zone: .utc)
        #expect(try await store.signUp(first, passwordHash: "one"))
        #expect(try await store.signUp(second, passwordHash: "two") == false)
        #expect(try await store.credential(of: "ANA@example.org")?.passwordHash == "one")
    }

    @Test func `guests see no budget`() async throws {
        let family = try await Family("Ana", "Gus")
        let occasion = try await family.occasion(limit: 100, by: "Ana")
        try await family.buys("Ana", for: "Gus", 10, on: occasion)
        try await family.store.changeRole(of: try family["Gus"].member, to: .guest, as: try family["Ana"].caller)
        #expect(try await family.store.occasions(as: try family["Gus"].caller).isEmpty)
        #expect(try await family.store.recipients(as: try family["Gus"].caller).isEmpty)
    }

    @Test func `ten failures slow an address down for a while`() async throws {
        let store = Store(try TestDatabase.current.api)
        for _ in 0..<10 { try await store.countFailure(["signin:a"], by: .signIn) }
        #expect(try await store.throttled(["signin:a", "signin:b"], by: .signIn) > 0)
        #expect(try await store.throttled(["signin:b"], by: .signIn) == 0)
    }

    @Test func `ten wrong passwords keep their sender out, and nobody else of the home`() async throws {
        let store = Store(try TestDatabase.current.api)
        let door = Door(store: store, hasher: PasswordHasher(cost: PasswordCost(memory: 64, passes: 1)))
        for name in ["ana", "ben"] {
            let account = Account(id: .init(.v7()), email: "\(name)@example.org", name: name, locale: "en", zone: .utc)
            try await door.signUp(account, password: "a long enough one", network: "10.0.0.1")
        }
        func signIn(_ name: String, _ password: String, from network: String) async throws {
            _ = try await door.signIn(email: "\(name)@example.org", password: password, device: "test", network: network)
        }
        for _ in 0..<10 {
            await #expect(throws: Door.Refusal.self) { try await signIn("ana", "wrong", from: "10.0.0.1") }
        }
        await #expect(throws: Door.Refusal.self) { try await signIn("ana", "a long enough one", from: "10.0.0.1") }
        try await signIn("ben", "a long enough one", from: "10.0.0.1")
        try await signIn("ana", "a long enough one", from: "10.0.0.2")
    }
}
