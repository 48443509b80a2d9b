public import Household
import PostgreSQL

/// The money of an occasion as its books stood at the end of a day, for one viewer.
public struct PastBudget: Sendable {
    public var day: Day
    /// Nil: no limit was set.
    public var limit: Money?
    public var spent: Money
    /// Purchases that waited for a rate; in no sum here.
    public var waiting: Int

    /// Negative when over; nil without a limit.
    public var left: Money? { limit.map { Money(minor: $0.minor - spent.minor, currency: spent.currency) } }
}

extension Store {
    /// What had been entered by the end of `day`, nil for today, in the household's zone.
    ///
    /// A day tells what the books said, never who might read them: what is secret now is left out of every day.
    public func budget(of occasion: Occasion.ID, asOf day: Day?, as caller: Caller) async throws -> PastBudget {
        let (membership, results) = try await pipeline(as: caller, """
            SELECT o.currency, d.day,
                   (SELECT b.minor FROM budget_limit b WHERE b.household_id = o.household_id AND b.occasion_id = o.id AND b.recipient_id IS NULL
                    AND (b.set_at AT TIME ZONE h.zone)::date <= d.day ORDER BY b.position DESC LIMIT 1) AS limit_minor,
                   (SELECT coalesce(sum(e.minor), 0)::bigint FROM ledger_entry e WHERE e.household_id = o.household_id AND e.occasion_id = o.id
                    AND (e.entered_at AT TIME ZONE h.zone)::date <= d.day) AS spent,
                   (SELECT count(*)::int FROM ledger_entry e WHERE e.household_id = o.household_id AND e.occasion_id = o.id
                    AND (e.entered_at AT TIME ZONE h.zone)::date <= d.day AND \(LedgerEntry.waits(by: "d.day"))) AS waiting
            FROM occasion o JOIN household h ON h.id = o.household_id
            CROSS JOIN LATERAL (SELECT COALESCE(\(day)::date, (now() AT TIME ZONE h.zone)::date) AS day) d
            WHERE o.household_id = viewer_household() AND o.id = \(occasion) AND o.deleted_at IS NULL
            """)
        guard let row = results[0].first else { throw StoreError.notFound }
        let currency = membership.currency, limit: Int? = try row["limit_minor"]
        return PastBudget(
            day: try row["day"], limit: limit.map { Money(minor: $0, currency: currency) },
            spent: Money(minor: try row["spent"], currency: currency), waiting: try row["waiting"])
    }
}
