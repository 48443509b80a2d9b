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
    /// The transfers after which everybody has borne their share of every gift that several chip in for; what was paid
    /// back already is taken off.
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
        let rows = try await pipeline(as: caller, SettlementParts.select(occasion)).rows
        guard let parts = try SettlementParts(rows) else { throw StoreError.notFound }
        // In an order that says nothing of what is in another part.
        return parts.debts.sorted { $0.key.map(\.description).joined() < $1.key.map(\.description).joined() }.flatMap { secretFrom, debts in
            (Settlement(debts.total)?.transfers ?? []).map {
                SettlementTransfer(from: $0.from, to: $0.to, amount: Money(minor: $0.minor, currency: parts.currency), secretFrom: secretFrom)
            }
        }
    }
}

/// What is open on an occasion, in parts by whom gifts are kept from.
struct SettlementParts {
    let currency: Currency
    let debts: [[Member.ID]: OpenDebts]

    static func select(_ occasion: Occasion.ID) -> [SQL] {
        [
            "SELECT currency FROM occasion WHERE household_id = viewer_household() AND id = \(occasion) AND deleted_at IS NULL",
            Contribution.select(of: nil, on: occasion), GiftPayment.select(of: nil, on: occasion), Repayment.select(on: occasion),
        ]
    }

    /// - Parameter rows: of the statements of `select`. Nil without the occasion.
    init?(_ rows: [[Row]]) throws {
        guard let currency: Currency = try rows[0].first?["currency"] else { return nil }
        self.currency = currency
        var gifts: [Gift.ID: SettledGift] = [:], order: [Gift.ID] = []
        func gift(_ row: Row) throws -> Gift.ID {
            let id: Gift.ID = try row["gift_id"]
            if gifts[id] == nil {
                order.append(id)
                gifts[id] = SettledGift(secretFrom: try row["secret_from"])
            }
            return id
        }
        let payments = Dictionary(grouping: try rows[2].map(GiftPayment.init), by: \.gift)
        for row in rows[1] {
            let id = try gift(row)
            gifts[id]?.chipIn.parts.append((try row["member_id"], try ChipIn.Part(row)))
            gifts[id]?.chipIn.payments = (payments[id] ?? []).map { ($0.member, $0.minor) }
        }
        for row in rows[3] {
            let id = try gift(row), minor: Int = try row["minor"]
            gifts[id]?.repaid[try row["paid_by"], default: 0] += minor
            gifts[id]?.repaid[try row["paid_to"], default: 0] -= minor
        }
        var parts: [[Member.ID]: OpenDebts] = [:]
        for id in order {
            guard let gift = gifts[id], !gift.involvesItsSubjects else { continue }
            parts[gift.secretFrom, default: OpenDebts([])].balances.append((id, gift.balances))
        }
        debts = parts
    }
}

private struct SettledGift {
    /// Empty once it is no secret.
    var secretFrom: [Member.ID]
    var chipIn = ChipIn(payments: [], parts: [])
    /// What each has paid back; negative: has got back.
    var repaid: [Member.ID: Int] = [:]

    var balances: [Member.ID: Int] { chipIn.balances.merging(repaid, uniquingKeysWith: +) }

    var involvesItsSubjects: Bool {
        (chipIn.payments.map(\.member) + chipIn.parts.map(\.member) + Array(repaid.keys)).contains(where: secretFrom.contains)
    }
}
