import Household
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct RepaymentTests {
    private struct Plan {
        let family: Family
        let occasion: Occasion.ID
        /// For Ana, of 900: Ben paid, and Ben, Cy and Dee bear it alike.
        let bicycle: Gift.ID

        init() async throws {
            family = try await Family("Ana", "Ben", "Cy", "Dee")
            occasion = try await family.occasion(limit: nil, by: "Ben")
            bicycle = try await family.buys("Ben", for: "Ana", 900, on: occasion)
            for name in ["Ben", "Cy", "Dee"] {
                let draft = ContributionDraft(member: try family[name].member, part: .weight(1))
                _ = try await family.store.chipIn(.init(.v7()), draft, to: bicycle, on: occasion, as: try family["Ben"].caller)
            }
        }

        func open(for name: String) async throws -> [String] {
            let names = Dictionary(uniqueKeysWithValues: family.people.values.map { ($0.member, $0.name) })
            return try await family.store.settlement(of: occasion, as: try family[name].caller).map {
                "\(names[$0.from] ?? "?") \(names[$0.to] ?? "?") \($0.amount.minor)"
            }.sorted()
        }

        @discardableResult
        func repay(_ from: String, _ to: String, _ minor: Int, by name: String, secretFrom: [String] = ["Ana"], id: Repayment.ID = .init(.v7())) async throws -> Repayment {
            let draft = RepaymentDraft(
                from: try family[from].member, to: try family[to].member, minor: minor, secretFrom: try secretFrom.map { try family[$0].member })
            return try await family.store.repay(id, draft, on: occasion, as: try family[name].caller)
        }
    }

    @Test func `what was paid back is taken off, until nothing is open, and can be taken back`() async throws {
        let plan = try await Plan(), family = plan.family
        #expect(try await plan.open(for: "Dee") == ["Cy Ben 300", "Dee Ben 300"])
        try await plan.repay("Cy", "Ben", 100, by: "Cy")
        #expect(try await plan.open(for: "Dee") == ["Cy Ben 200", "Dee Ben 300"])
        let rest = try await plan.repay("Cy", "Ben", 200, by: "Ben")
        #expect(try await plan.open(for: "Cy") == ["Dee Ben 300"])
        let seen = try await family.store.repayments(on: plan.occasion, as: try family["Dee"].caller)
        #expect(seen.map(\.amount.minor) == [100, 200])
        try await family.store.withdrawRepayment(rest.id, on: plan.occasion, as: try family["Cy"].caller)
        #expect(try await plan.open(for: "Cy") == ["Cy Ben 200", "Dee Ben 300"])
        await #expect(throws: StoreError.self) {
            try await family.store.withdrawRepayment(rest.id, on: plan.occasion, as: try family["Cy"].caller)
        }
    }

    @Test func `two who tick off the same transfer at once enter it once, and so does one key`() async throws {
        let plan = try await Plan()
        let entered = try await withThrowingTaskGroup(of: Bool.self) { group in
            for name in ["Cy", "Ben", "Dee", "Cy", "Ben"] {
                group.addTask {
                    do {
                        try await plan.repay("Cy", "Ben", 300, by: name)
                        return true
                    } catch StoreError.invalid(let pointer, _) {
                        #expect(pointer == "/amount")
                        return false
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(entered == 1)
        let id = Repayment.ID(.v7())
        for _ in 0..<2 { try await plan.repay("Dee", "Ben", 300, by: "Dee", id: id) }
        #expect(try await plan.open(for: "Ben") == [])
        await #expect(throws: StoreError.self) { try await plan.repay("Dee", "Ben", 299, by: "Dee", id: id) }
    }

    @Test func `to whom the presents are a secret there is nothing to pay back, and asking tells nothing`() async throws {
        let plan = try await Plan(), family = plan.family
        let repayment = try await plan.repay("Cy", "Ben", 300, by: "Cy")
        #expect(try await family.store.repayments(on: plan.occasion, as: try family["Ana"].caller).isEmpty)
        #expect(try await plan.open(for: "Ana").isEmpty)
        // A part that is there, and one that is not.
        var answers: [String] = []
        for part in [["Ana"], ["Dee"], []] {
            do {
                try await plan.repay("Dee", "Ben", 300, by: "Ana", secretFrom: part)
            } catch StoreError.invalid(let pointer, let detail) {
                answers.append(pointer + detail)
            }
        }
        #expect(answers.count == 3 && Set(answers).count == 1)
        await #expect(throws: StoreError.self) {
            try await family.store.withdrawRepayment(repayment.id, on: plan.occasion, as: try family["Ana"].caller)
        }
    }

    @Test func `a repayment stays with its presents when one of them is revealed or given up`() async throws {
        let plan = try await Plan(), family = plan.family, ben = try family["Ben"].caller
        try await plan.repay("Cy", "Ben", 300, by: "Cy")
        _ = try await family.store.revealGift(plan.bicycle, on: plan.occasion, as: ben)
        // Ana sees the present now, and that Cy owes nothing for it any more.
        #expect(try await plan.open(for: "Ana") == ["Dee Ben 300"])
        #expect(try await family.store.repayments(on: plan.occasion, as: try family["Ana"].caller).map(\.secretFrom) == [[]])
        // Who paid back for a present that is given up is owed it again.
        try await family.store.deleteGift(plan.bicycle, on: plan.occasion, as: ben)
        #expect(try await plan.open(for: "Cy") == ["Ben Cy 300"])
    }

    @Test func `one pays back to another, in the household's currency, what is open and no more`() async throws {
        let plan = try await Plan(), family = plan.family, cy = try family["Cy"], ben = try family["Ben"]
        await #expect(throws: StoreError.self) { try await plan.repay("Cy", "Ben", 301, by: "Cy") }
        await #expect(throws: StoreError.self) { try await plan.repay("Ben", "Cy", 1, by: "Cy") }
        await #expect(throws: StoreError.self) { try await plan.repay("Cy", "Cy", 1, by: "Cy") }
        await #expect(throws: StoreError.self) { try await plan.repay("Cy", "Ben", 1, by: "Cy", secretFrom: []) }
        let dollars = RepaymentDraft(from: cy.member, to: ben.member, minor: 1, currency: Currency("USD"), secretFrom: [try family["Ana"].member])
        await #expect(throws: StoreError.self) { try await family.store.repay(.init(.v7()), dollars, on: plan.occasion, as: cy.caller) }
        #expect(try await plan.open(for: "Cy") == ["Cy Ben 300", "Dee Ben 300"])
    }
}
