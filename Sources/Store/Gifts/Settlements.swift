public import Household
import PostgreSQL

/// A transfer that settles gifts which several paid for.
public struct SettlementTransfer: Sendable, Hashable {
    public var from: Member.ID
    public var to: Member.ID
    public var amount: Money

    /// From whom the gifts behind it are kept; empty for gifts that are no secret. Never anybody who is told of it.
    public var secretFrom: [Member.ID]
}

extension Store {
    /// The transfers after which everybody has borne their share of every gift that several chip in for.
    ///
    /// One settlement over all gifts would differ from viewer to viewer: Ana would be told to pay Ben another sum than Ben
    /// expects, and the difference is what was spent on her. So gifts are settled in parts, one for each group of people
    /// they are kept from, and one for those that are no secret (any more). Whoever sees a part sees all gifts of it, so
    /// that its transfers are the same for everybody who is told of them, and nobody can work out another part from them.
    /// The price is a transfer more now and then: the number is the least of each part, not of all. From the day of
    /// revealing on there is one part.
    ///
    /// A gift that one of its own recipients has paid for (somebody used their card) or once chipped in for is left out
    /// while it is a secret: to settle it, somebody would have to pay them.
    public func settlement(of occasion: Occasion.ID, as caller: Caller) async throws -> [SettlementTransfer] {
        let rows = try await pipeline(
            as: caller,
            "SELECT currency FROM occasion WHERE household_id = viewer_household() AND id = \(occasion) AND deleted_at IS NULL",
            Contribution.select(of: nil, on: occasion), GiftPayment.select(of: nil, on: occasion)
        ).rows
        guard let currency: Currency = try rows[0].first?["currency"] else { throw StoreError.notFound }
        let payments = Dictionary(grouping: try rows[2].map(GiftPayment.init), by: \.gift)
        var gifts: [Gift.ID: SettledGift] = [:]
        for row in rows[1] {
            let gift: Gift.ID = try row["gift_id"]
            let part = (try row["member_id"] as Member.ID, try ChipIn.Part(row))
            let secretFrom: [Member.ID] = try row["secret_from"]
            gifts[gift, default: SettledGift(secretFrom: secretFrom, payments: payments[gift] ?? [])].chipIn.parts.append(part)
        }
        var balances: [[Member.ID]: [Member.ID: Int]] = [:]
        for gift in gifts.values where !gift.involvesItsSubjects {
            balances[gift.secretFrom, default: [:]].merge(gift.chipIn.balances, uniquingKeysWith: +)
        }
        // In an order that says nothing of what is in another part.
        return balances.sorted { $0.key.map(\.description).joined() < $1.key.map(\.description).joined() }.flatMap { secretFrom, balances in
            (Settlement(balances)?.transfers ?? []).map {
                SettlementTransfer(from: $0.from, to: $0.to, amount: Money(minor: $0.minor, currency: currency), secretFrom: secretFrom)
            }
        }
    }
}

private struct SettledGift {
    /// Empty once it is no secret.
    var secretFrom: [Member.ID]
    var chipIn: ChipIn

    init(secretFrom: [Member.ID], payments: [GiftPayment]) {
        self.secretFrom = secretFrom
        chipIn = ChipIn(payments: payments.map { ($0.member, $0.minor) }, parts: [])
    }

    var involvesItsSubjects: Bool {
        (chipIn.payments.map(\.member) + chipIn.parts.map(\.member)).contains(where: secretFrom.contains)
    }
}
