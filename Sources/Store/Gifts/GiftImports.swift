public import Foundation
public import Household
import PostgreSQL
import ServiceKit

extension Store {
    /// Takes the rows of a sheet into an occasion: gifts, people who are not on the list yet, and what was paid; all
    /// of the good ones or, where anything fails, none.
    ///
    /// The same row taken again adds nothing, also where the gift has been changed or deleted since. Rows that are
    /// alike count as often as they stand in the sheet.
    ///
    /// - Parameters:
    ///   - identify: the identifier that a text always has on this server, and that nobody else can guess.
    ///   - isPreview: says what would happen, and changes nothing.
    public func importGifts(
        _ sheet: GiftSheet, to occasion: Occasion.ID, isPreview: Bool, identify: @escaping @Sendable (String) -> UUID, as caller: Caller
    ) async throws -> GiftImport {
        try await transaction(as: caller) { transaction in
            var plan = try await transaction.plan(sheet, for: occasion, identify: identify)
            if !isPreview { try await transaction.carryOut(&plan, on: occasion, identify: identify) }
            return GiftImport(lines: plan.lines, mark: sheet.mark, currency: plan.currency)
        }
    }
}

private struct ImportPlan {
    var currency: Currency
    var lines: [GiftImport.Line] = []
    /// Of the lines that add a gift, in their order.
    var gifts: [(id: Gift.ID, recipient: Recipient, row: GiftSheet.Row)] = []
    var newRecipients: [Recipient] = []
}

extension MemberTransaction {
    fileprivate func plan(_ sheet: GiftSheet, for occasion: Occasion.ID, identify: (String) -> UUID) async throws -> ImportPlan {
        let found = try await query("""
            SELECT currency, id = ANY (revealed_occasions()) AS revealed FROM occasion
            WHERE household_id = viewer_household() AND id = \(occasion) AND deleted_at IS NULL
            """)
        guard let place = found.first else { throw StoreError.notFound }
        let isRevealed: Bool = try place["revealed"]
        var recipients = RecipientsByName(try await query(Recipient.select(only: nil)).map(Recipient.init))
        let known = try await knownGifts(on: occasion)
        var plan = ImportPlan(currency: try place["currency"])
        var repetitions: [String: Int] = [:]
        for row in sheet.rows {
            func end(_ outcome: GiftImport.Outcome) { plan.lines.append(.init(row: row, outcome: outcome)) }
            guard row.problems.isEmpty else { end(.refused(row.problems)); continue }
            let namesakes = recipients[row.recipient]
            guard namesakes.count <= 1 else {
                end(.refused([.recipient: "could be \(namesakes.count) people of this name: give them different names first"]))
                continue
            }
            let isNew = namesakes.isEmpty || plan.newRecipients.contains { $0.id == namesakes[0].id }
            let recipient = namesakes.first ?? Recipient(
                id: .init(identify("recipient \(occasion) \(row.recipient)")), name: row.recipient, paper: 0, subjects: [], version: 1)
            // Decided by the link and the day alone, never by what there is.
            if recipient.subjects.contains(membership.member), !isRevealed {
                end(.refused([.recipient: "is you, and what you get stays a surprise"]))
                continue
            }
            repetitions[row.content, default: 0] += 1
            let id = Gift.ID(identify("gift \(occasion) \(recipient.id) \(repetitions[row.content] ?? 0) \(row.content)"))
            if known.ids.contains(id) { end(.known); continue }
            if known.names[recipient.id]?.contains(RecipientsByName.key(row.name)) == true { end(.alike); continue }
            if namesakes.isEmpty {
                recipients.add(recipient)
                plan.newRecipients.append(recipient)
            }
            plan.gifts.append((id, recipient, row))
            end(.added(newRecipient: isNew))
        }
        return plan
    }

    /// Identifiers of all gifts of the occasion that the caller may see, deleted ones too; names of those on the list.
    private func knownGifts(on occasion: Occasion.ID) async throws -> (ids: Set<Gift.ID>, names: [Recipient.ID: Set<String>]) {
        let rows = try await query("""
            SELECT id, recipient_id, name, deleted_at IS NULL AS listed FROM gift
            WHERE household_id = viewer_household() AND occasion_id = \(occasion)
            """)
        var names: [Recipient.ID: Set<String>] = [:]
        for row in rows where try row["listed"] {
            names[try row["recipient_id"], default: []].insert(RecipientsByName.key(try row["name"]))
        }
        return (Set(try rows.map { try $0["id"] }), names)
    }

    fileprivate func carryOut(_ plan: inout ImportPlan, on occasion: Occasion.ID, identify: (String) -> UUID) async throws {
        try await requireRoom(for: plan, on: occasion)
        // By the clock, not the transaction's time: lists keep the order of the sheet.
        for recipient in plan.newRecipients {
            _ = try await query("""
                INSERT INTO recipient (id, household_id, name, created_at, paper)
                SELECT \(recipient.id), viewer_household(), \(recipient.name), clock_timestamp(),
                       (SELECT count(*) FROM recipient WHERE household_id = viewer_household()) + 3
                ON CONFLICT (id) DO UPDATE SET deleted_at = NULL
                """)
        }
        for (id, recipient, row) in plan.gifts {
            _ = try await query("""
                INSERT INTO gift (id, household_id, occasion_id, recipient_id, name, status, estimate_minor, url, notes, created_by, created_at)
                VALUES (\(id), viewer_household(), \(occasion), \(recipient.id), \(row.name), \(row.statusToTake), \(row.estimate)::bigint,
                        \(row.url), \(row.notes), viewer(), clock_timestamp())
                """)
            guard let paid = row.paid else { continue }
            _ = try await enter(
                .init(identify("entry \(id)")), .purchase, minor: paid, paidBy: nil, day: nil, receipt: nil, of: id, on: occasion)
        }
    }

    private func requireRoom(for plan: ImportPlan, on occasion: Occasion.ID) async throws {
        let counts = try await query("""
            SELECT (SELECT count(*)::int FROM recipient WHERE household_id = viewer_household() AND deleted_at IS NULL) AS recipients,
                   coalesce((SELECT max(n)::int FROM (
                       SELECT count(*) AS n FROM gift WHERE household_id = viewer_household() AND occasion_id = \(occasion)
                       AND deleted_at IS NULL AND recipient_id = ANY (\(plan.gifts.map(\.recipient.id)))
                       GROUP BY recipient_id) AS counted), 0) AS gifts
            """)
        guard let row = counts.first else { throw StoreError.notFound }
        guard try row["recipients"] as Int + plan.newRecipients.count <= Store.largestRecipients else {
            throw StoreError.conflict(type: "too-many-recipients", detail: "The household would have too many people to give to.")
        }
        let most = Dictionary(grouping: plan.gifts, by: \.recipient.id).values.map(\.count).max() ?? 0
        guard try row["gifts"] as Int + most <= Store.largestGifts else {
            throw StoreError.conflict(type: "too-many-gifts", detail: "Somebody would have more than \(Store.largestGifts) gifts.")
        }
    }
}

extension GiftSheet.Row {
    /// What was paid for is bought, whatever the sheet leaves open.
    fileprivate var statusToTake: GiftStatus {
        guard paid != nil else { return status ?? .planned }
        return status.map { $0.isBought ? $0 : .bought } ?? .bought
    }
}
