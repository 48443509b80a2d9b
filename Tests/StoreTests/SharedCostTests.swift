import Household
import ServiceKit
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct SharedCostTests {
    @Test func `a cost is shared anew as a whole or not at all, and who knows nothing of the gift knows nothing of that`() async throws {
        let family = try await Family("Ana", "Ben", "Cy", "Dee")
        let occasion = try await family.occasion(limit: nil, by: "Ben")
        let bicycle = try await family.buys("Ben", for: "Ana", 900, on: occasion)
        let ben = try family["Ben"], cy = try family["Cy"], dee = try family["Dee"], ana = try family["Ana"]
        func share(_ parts: [(Member.ID, ChipIn.Part)]) async throws {
            try await family.store.share(bicycle, among: parts.map { (member: $0.0, part: $0.1) }, on: occasion, as: ben.caller) { _ in .init(.v7()) }
        }
        func parts(_ caller: Caller) async throws -> [[Member.ID: ChipIn.Part]] {
            try await family.store.sharedCosts(of: occasion, as: caller).map { cost in
                Dictionary(uniqueKeysWithValues: cost.chipIn.parts.map { ($0.member, $0.part) })
            }
        }
        try await share([(ben.member, .weight(1)), (cy.member, .weight(2))])
        #expect(try await parts(dee.caller) == [[ben.member: .weight(1), cy.member: .weight(2)]])
        #expect(try await parts(ana.caller) == [])
        let costs = try await family.store.sharedCosts(of: occasion, as: dee.caller)
        #expect(costs[0].chipIn.borne == [ben.member: 300, cy.member: 600])
        #expect(costs[0].secretFrom == [ana.member] && !costs[0].involvesItsSubjects)
        // Cy goes, Dee comes with an amount; Ben stays as he is.
        try await share([(ben.member, .weight(1)), (dee.member, .amount(100))])
        #expect(try await parts(cy.caller) == [[ben.member: .weight(1), dee.member: .amount(100)]])
        // Ana is given it: nobody's part changes.
        await #expect(throws: StoreError.self) { try await share([(cy.member, .weight(1)), (ana.member, .weight(1))]) }
        #expect(try await parts(cy.caller) == [[ben.member: .weight(1), dee.member: .amount(100)]])
        await #expect(throws: StoreError.self) {
            try await family.store.share(bicycle, among: [], on: occasion, as: ana.caller) { _ in .init(.v7()) }
        }
        try await share([])
        #expect(try await parts(cy.caller) == [])
    }
}
