import Household
import Store
import TestSupport
import Testing

@Suite(.ownDatabase) struct GiftMemoryTests {
    @Test func `what somebody got is remembered, and what was only planned is not`() async throws {
        let family = try await Family("Ana", "Ben", "Cy")
        let last = try await family.occasion(limit: nil, by: "Ben", day: "2029-12-25"), next = try await family.occasion(limit: nil, by: "Ben")
        try await family.buys("Ben", for: "Cy", 4_250, on: last, name: "Wool scarf")
        _ = try await family.plans("Ben", for: "Cy", on: last, name: "Drum")
        try await family.buys("Ben", for: "Cy", 100, on: next, name: "Ball")
        let memory = try await family.store.giftMemory(of: try family["Cy"].recipient, besides: next, as: try family["Ana"].caller)
        #expect(memory.map(\.name) == ["Wool scarf"])
        #expect(memory.first?.paid?.minor == 4_250)
        #expect(memory.first?.direction == .given)
    }

    @Test func `nobody learns from it what they are given`() async throws {
        let family = try await Family("Ana", "Ben")
        let last = try await family.occasion(limit: nil, by: "Ben", day: "2029-12-25")
        let cy = try family["Ana"].recipient
        let before = try await family.store.giftMemory(of: cy, besides: nil, as: try family["Ana"].caller)
        try await family.buys("Ben", for: "Ana", 4_250, on: last)
        #expect(try await family.store.giftMemory(of: cy, besides: nil, as: try family["Ana"].caller) == before)
        #expect(try await family.store.giftMemory(of: try family["Ben"].recipient, besides: nil, as: try family["Ana"].caller).isEmpty)
    }

    @Test func `what came from a person and is revealed is not given back to them unseen`() async throws {
        let family = try await Family("Ana", "Ben", "Cy")
        let past = try await family.occasion(limit: nil, by: "Cy", day: "2024-12-25", reveal: "2024-12-26")
        try await family.buys("Ben", for: "Ana", 4_250, on: past, name: "Candle holder")
        try await family.buys("Cy", for: "Ana", 1_000, on: past, name: "Puzzle")
        let forBen = try await family.store.giftMemory(of: try family["Ben"].recipient, besides: nil, as: try family["Ana"].caller)
        #expect(forBen.map(\.name) == ["Candle holder"])
        #expect(forBen.first?.direction == .received)
        #expect(forBen.first?.paid == nil)
        #expect(try await family.store.giftMemory(of: try family["Ben"].recipient, besides: nil, as: try family["Cy"].caller).isEmpty)
    }
}
