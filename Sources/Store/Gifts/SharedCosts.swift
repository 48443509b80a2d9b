public import Household
import PostgreSQL

/// A gift that several pay for, as one viewer may see it.
public struct SharedCost: Sendable {
    public var gift: Gift
    /// Who paid it and who takes on what.
    public var chipIn: ChipIn
    /// From whom it is kept; empty once it is no secret.
    public var secretFrom: [Member.ID]

    /// One of its own recipients takes part in it or has paid for it: no settlement has it while it is a secret.
    public var involvesItsSubjects: Bool {
        (chipIn.payments.map(\.member) + chipIn.parts.map(\.member)).contains(where: secretFrom.contains)
    }
}

extension Store {
    /// The gifts of an occasion that several chip in for, in the order in which the first of them did.
    public func sharedCosts(of occasion: Occasion.ID, as caller: Caller) async throws -> [SharedCost] {
        let rows = try await pipeline(
            as: caller, Gift.select(on: occasion), Contribution.select(of: nil, on: occasion), GiftPayment.select(of: nil, on: occasion)).rows
        if rows[0].isEmpty { throw StoreError.notFound }
        let gifts = try rows[0].compactMap { try $0["id"] as Gift.ID? == nil ? nil : Gift($0) }
        let payments = Dictionary(grouping: try rows[2].map(GiftPayment.init), by: \.gift)
        var costs: [SharedCost] = []
        for row in rows[1] {
            let id: Gift.ID = try row["gift_id"], part: (Member.ID, ChipIn.Part) = (try row["member_id"], try ChipIn.Part(row))
            if let known = costs.firstIndex(where: { $0.gift.id == id }) {
                costs[known].chipIn.parts.append(part)
            } else if let gift = gifts.first(where: { $0.id == id }) {
                let chipIn = ChipIn(payments: (payments[id] ?? []).map { ($0.member, $0.minor) }, parts: [part])
                costs.append(SharedCost(gift: gift, chipIn: chipIn, secretFrom: try row["secret_from"]))
            }
        }
        return costs
    }

    /// Says anew who takes part in a gift, and with what: whoever is not named is out, and who takes part as before stays.
    /// All of it, or nothing where one part is refused.
    /// - Parameter id: under which a part is entered.
    public func share(
        _ gift: Gift.ID, among parts: [(member: Member.ID, part: ChipIn.Part)], on occasion: Occasion.ID, as caller: Caller,
        id: @Sendable (Member.ID) -> Contribution.ID
    ) async throws {
        try await transaction(as: caller) { transaction in
            // One at a time: two who say it at once would each let the other's people in.
            let held = try await transaction.query("""
                SELECT id FROM gift WHERE household_id = viewer_household() AND occasion_id = \(occasion) AND id = \(gift) AND deleted_at IS NULL FOR NO KEY UPDATE
                """)
            if held.isEmpty { throw StoreError.notFound }
            let before = try await transaction.contributions(to: gift, on: occasion)
            for old in before where !parts.contains(where: { $0.member == old.member && $0.part == old.part }) {
                try await transaction.withdraw(old.id, from: gift, on: occasion)
            }
            for new in parts where !before.contains(where: { $0.member == new.member && $0.part == new.part }) {
                _ = try await transaction.chipIn(id(new.member), ContributionDraft(member: new.member, part: new.part), to: gift, on: occasion)
            }
        }
    }
}
