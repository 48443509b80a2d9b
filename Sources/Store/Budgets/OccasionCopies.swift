import Foundation
public import Household
import PostgreSQL
import ServiceKit

/// How a season is carried to the next.
public struct OccasionCopy: Sendable {
    /// Nil: the same name.
    public var name: String?

    /// Nil: the next day by the rule, else the same date a year on.
    public var day: Day?

    /// Whether gifts that are ideas still come along.
    public var withIdeas: Bool

    public init(name: String?, day: Day?, withIdeas: Bool) {
        self.name = name
        self.day = day
        self.withIdeas = withIdeas
    }
}

extension Store {
    /// Makes the next season of an occasion: its limits, those of its recipients, and ideas where asked.
    ///
    /// Everything is read as the caller, and nothing is written for recipients that the caller is: a copy never tells
    /// them what is planned, nor lets them plan their own presents.
    public func copyOccasion(_ source: Occasion.ID, to id: Occasion.ID, _ copy: OccasionCopy, as caller: Caller) async throws -> OccasionView {
        try await transaction(as: caller) { transaction in
            let season = try await transaction.occasion(source)
            guard let day = copy.day ?? season.nextSeason else {
                throw StoreError.invalid(pointer: "/day", detail: "is needed: no later day of the rule is known")
            }
            let before = season.occasion
            let rule = before.rule.flatMap { $0.falls(on: day) ? $0 : nil }
            // Never to a day that has come: what is copied along would be out at once.
            let reveal = before.revealDay.map { day.adding(days: before.day.days(until: $0)) }.flatMap { $0 > season.today ? $0 : nil }
            let draft = OccasionDraft(
                name: copy.name ?? before.name, day: day, rule: rule, revealDay: reveal, thresholds: before.thresholds)
            guard try await transaction.makeOccasion(id, draft) else { return try await transaction.occasion(id) }
            try await transaction.copyLimits(of: source, to: id)
            try await transaction.copyCategoryLimits(of: source, to: id)
            if copy.withIdeas { try await transaction.copyIdeas(of: source, to: id) }
            return try await transaction.occasion(id)
        }
    }
}

extension OccasionView {
    /// The first day of a season after this one that has not passed.
    var nextSeason: Day? {
        let last = max(occasion.day, today.adding(days: -1))
        guard let rule = occasion.rule else { return DayRule.fixed(MonthDay(occasion.day)).next(after: last) }
        return rule.next(after: last)
    }
}

extension MemberTransaction {
    /// The limits in force. Nothing is spent in the copy yet, so none of them can be passed.
    fileprivate func copyLimits(of source: Occasion.ID, to copy: Occasion.ID) async throws {
        let limits = try await query("""
            SELECT DISTINCT ON (b.recipient_id) b.recipient_id, b.minor FROM budget_limit b
            LEFT JOIN recipient r ON r.household_id = b.household_id AND r.id = b.recipient_id
            WHERE b.household_id = viewer_household() AND b.occasion_id = \(source)
              AND (b.recipient_id IS NULL OR r.deleted_at IS NULL AND r.id <> ALL (secret_recipients()))
            ORDER BY b.recipient_id, b.position DESC
            """)
        for row in limits where try row["minor"] as Int? != nil {
            _ = try await query("""
                INSERT INTO budget_limit (id, household_id, occasion_id, recipient_id, minor, set_by)
                VALUES (\(Identifier<Tally>(.v7())), viewer_household(), \(copy), \(try row["recipient_id"] as Recipient.ID?), \(try row["minor"] as Int)::bigint, viewer())
                """)
        }
    }

    fileprivate func copyIdeas(of source: Occasion.ID, to copy: Occasion.ID) async throws {
        let ideas: [Gift.ID] = try await query("""
            SELECT g.id FROM gift g JOIN recipient r ON r.household_id = g.household_id AND r.id = g.recipient_id AND r.deleted_at IS NULL
            WHERE g.household_id = viewer_household() AND g.occasion_id = \(source) AND g.deleted_at IS NULL AND g.status = 'idea'
              AND g.recipient_id <> ALL (secret_recipients())
            ORDER BY g.created_at, g.id
            """).map { try $0["id"] }
        // Ids that say when they were made keep the order.
        let copies = ideas.map { _ in Gift.ID(.v7()) }
        _ = try await query("""
            INSERT INTO gift (id, household_id, occasion_id, recipient_id, name, status, estimate_minor, url, notes, category_id, created_by)
            SELECT n.copy, g.household_id, \(copy), g.recipient_id, g.name, g.status, g.estimate_minor, g.url, g.notes, g.category_id, viewer()
            FROM unnest(\(ideas)::uuid[], \(copies)::uuid[]) AS n (idea, copy)
            JOIN gift g ON g.household_id = viewer_household() AND g.id = n.idea
            """)
    }
}
