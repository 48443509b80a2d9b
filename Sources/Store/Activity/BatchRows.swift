import Foundation
import Household
import PostgreSQL

/// One entry of a batch, with what has become of it.
struct BatchEntry: Sendable {
    var id: LedgerEntry.ID
    var batch: ActivityLine.ID
    var kind: LedgerEntry.Kind
    var gift: Gift.ID
    var recipient: Recipient.ID
    var occasion: Occasion.ID
    var name: String
    var currency: Currency
    /// Nil while it waits for a rate.
    var minor: Int?
    var about: LedgerEntry.ID?
    var paidBy: Member.ID
    var day: Day?
    var by: Member.ID
    var at: Date
    var undoes: LedgerEntry.ID?
    /// The batch of the entry that this one undoes.
    var reverses: ActivityLine.ID?
    /// The batch in which this one was undone.
    var undoneBy: ActivityLine.ID?
    var isBuiltUpon: Bool
    /// Its gift is deleted.
    var isGone: Bool
    var isOpen: Bool
    var until: Day

    /// Takes back everything that was paid for the gift, or a purchase that waits.
    var isTakeBack: Bool

    /// The entries that the viewer may see of these batches, in the order of the books.
    static func select(_ batches: [ActivityLine.ID]) -> SQL {
        """
        SELECT e.id, e.batch_id, e.kind, e.gift_id, e.recipient_id, e.occasion_id, g.name, o.currency, e.minor, e.about, e.paid_by, e.day,
               e.entered_by, e.entered_at, e.undoes, x.batch_id AS reverses, u.batch_id AS undone_by, \(isTakeBack) AS is_take_back, g.deleted_at IS NOT NULL AS is_gone,
               \(UndoTime.isOpen("e.entered_at")) AS is_open, \(UndoTime.until("e.entered_at")) AS until,
               u.id IS NULL AND e.undoes IS NULL AND (\(isBuiltUpon)) AS is_built_upon
        FROM ledger_entry e
        JOIN gift g ON g.household_id = e.household_id AND g.id = e.gift_id
        JOIN occasion o ON o.household_id = e.household_id AND o.id = e.occasion_id AND o.deleted_at IS NULL
        JOIN household h ON h.id = e.household_id
        LEFT JOIN ledger_entry x ON x.household_id = e.household_id AND x.id = e.undoes
        LEFT JOIN ledger_entry u ON u.household_id = e.household_id AND u.undoes = e.id
        WHERE e.household_id = viewer_household() AND e.batch_id = ANY (\(batches)) ORDER BY e.position
        """
    }

    private static let isTakeBack: SQL = "(e.kind = 'correction' AND e.undoes IS NULL AND (e.about IS NULL OR coalesce(e.original_minor = 0, false) AND e.rate IS NULL))"

    /// Whether something later of the same gift, as far as the viewer may see, would make no sense without `e`: what was
    /// entered about the same purchase, or about all that was paid; or whether less than nothing would be paid.
    private static let isBuiltUpon: SQL = """
        EXISTS (
            SELECT FROM ledger_entry l
            WHERE l.household_id = e.household_id AND l.occasion_id = e.occasion_id AND l.recipient_id = e.recipient_id AND l.gift_id = e.gift_id
              AND l.position > e.position AND l.batch_id <> e.batch_id AND l.undoes IS NULL
              AND NOT EXISTS (SELECT FROM ledger_entry v WHERE v.household_id = l.household_id AND v.undoes = l.id)
              AND CASE WHEN e.kind = 'refund' THEN l.kind = 'correction' AND l.about IS NULL
                       WHEN \(isTakeBack) THEN true
                       ELSE l.about = coalesce(e.about, e.id) OR l.about IS NULL AND l.kind <> 'purchase' END)
        OR (SELECT coalesce(sum(l.minor) FILTER (
                WHERE l.batch_id <> e.batch_id OR EXISTS (SELECT FROM ledger_entry v WHERE v.household_id = l.household_id AND v.undoes = l.id)), 0)
            FROM ledger_entry l
            WHERE l.household_id = e.household_id AND l.occasion_id = e.occasion_id AND l.recipient_id = e.recipient_id AND l.gift_id = e.gift_id) < 0
        """

    init(_ row: Row) throws {
        id = try row["id"]
        batch = try row["batch_id"]
        kind = try row["kind"]
        gift = try row["gift_id"]
        recipient = try row["recipient_id"]
        occasion = try row["occasion_id"]
        name = try row["name"]
        currency = try row["currency"]
        minor = try row["minor"]
        about = try row["about"]
        paidBy = try row["paid_by"]
        day = try row["day"]
        by = try row["entered_by"]
        at = try row["entered_at"]
        undoes = try row["undoes"]
        reverses = try row["reverses"]
        undoneBy = try row["undone_by"]
        isTakeBack = try row["is_take_back"]
        isBuiltUpon = try row["is_built_upon"]
        isGone = try row["is_gone"]
        isOpen = try row["is_open"]
        until = try row["until"]
    }
}

/// The time for undoing, in days of the zone of the household `h`.
enum UndoTime {
    /// Whether it is not over for what was done at `moment`.
    static func isOpen(_ moment: SQL) -> SQL {
        "(now() AT TIME ZONE h.zone)::date - (\(moment) AT TIME ZONE h.zone)::date <= \(UndoWindow.days)::int"
    }

    static func until(_ moment: SQL) -> SQL { "(\(moment) AT TIME ZONE h.zone)::date + \(UndoWindow.days)::int" }
}

extension ActivityLine {
    /// A batch out of those of its entries that the viewer may see; nil for none.
    init?(_ entries: [BatchEntry]) {
        guard let first = entries.first else { return nil }
        var parts: [Part] = []
        for entry in entries {
            let amount = entry.minor.map { Money(minor: $0, currency: entry.currency) }
            if let index = parts.firstIndex(where: { $0.gift == entry.gift }) {
                if let amount { parts[index].amount = Money(minor: (parts[index].amount?.minor ?? 0) + amount.minor, currency: entry.currency) }
            } else {
                parts.append(Part(gift: entry.gift, recipient: entry.recipient, name: entry.name, amount: amount))
            }
        }
        let kind: Kind =
            if entries.contains(where: { $0.undoes != nil }) { .undo }
            else if entries.contains(where: { $0.kind == .purchase }) { .purchase }
            else if entries.contains(where: { $0.kind == .refund }) { .refund }
            else { entries.contains(where: \.isTakeBack) ? .takeBack : .correction }
        let left = entries.filter { $0.undoneBy == nil }
        let reversal: Reversal =
            if kind == .undo { .final }
            else if left.isEmpty, let by = entries.compactMap(\.undoneBy).last { .done(by: by) }
            else if !first.isOpen { .late }
            else if left.contains(where: \.isGone) { .overtaken }
            else { left.contains(where: \.isBuiltUpon) ? .builtUpon : .possible }
        self.init(
            id: first.batch, kind: kind, by: first.by, at: first.at, thing: .gifts(parts, on: first.occasion),
            reverses: entries.compactMap(\.reverses).first, reversal: reversal, until: first.until)
    }
}
