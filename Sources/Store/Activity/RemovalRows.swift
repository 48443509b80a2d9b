import Foundation
import Household
import PostgreSQL

/// A removal or a restoration, with what has become of it.
struct RemovalRow: Sendable {
    var line: ActivityLine
    /// By whom the gift was planned, where it is one.
    var creator: Member.ID?

    /// Those of these ids that the viewer may see.
    static func select(_ ids: [ActivityLine.ID]) -> SQL {
        """
        SELECT r.id, r.occasion_id, r.recipient_id, r.gift_id, r.restores, r.made_by, r.made_at, s.id AS restored_by,
               coalesce(g.name, p.name, o.name) AS name, g.created_by AS creator,
               CASE WHEN r.gift_id IS NOT NULL THEN g.deleted_at IS NOT NULL AND o.deleted_at IS NULL AND p.deleted_at IS NULL
                    ELSE coalesce(p.deleted_at, o.deleted_at) IS NOT NULL END AS is_gone,
               r.gift_id IS NULL AND r.recipient_id = ANY (secret_recipients()) AS is_own,
               \(UndoTime.isOpen("r.made_at")) AS is_open, \(UndoTime.until("r.made_at")) AS until
        FROM removal r JOIN household h ON h.id = r.household_id
        LEFT JOIN gift g ON g.household_id = r.household_id AND g.id = r.gift_id
        LEFT JOIN recipient p ON p.household_id = r.household_id AND p.id = r.recipient_id
        LEFT JOIN occasion o ON o.household_id = r.household_id AND o.id = r.occasion_id
        LEFT JOIN removal s ON s.household_id = r.household_id AND s.restores = r.id
        WHERE r.household_id = viewer_household() AND r.id = ANY (\(ids)) AND (r.gift_id IS NULL OR g.id IS NOT NULL)
        """
    }

    init(_ row: Row, for viewer: Membership) throws {
        let id: ActivityLine.ID = try row["id"], restores: ActivityLine.ID? = try row["restores"], restoredBy: ActivityLine.ID? = try row["restored_by"]
        let gift: Gift.ID? = try row["gift_id"], recipient: Recipient.ID? = try row["recipient_id"], occasion: Occasion.ID? = try row["occasion_id"]
        let name: String = try row["name"]
        creator = try row["creator"]
        let thing: ActivityLine.Thing
        let isAllowed: Bool
        switch (gift, recipient, occasion) {
        case (let gift?, let recipient?, let occasion?):
            thing = .gifts([.init(gift: gift, recipient: recipient, name: name, amount: nil)], on: occasion)
            isAllowed = viewer.role != .child || creator == viewer.member
        case (_, let recipient?, _):
            thing = .recipient(recipient, name: name)
            isAllowed = try viewer.role.mayInvite && !row["is_own"]
        case (_, _, let occasion?):
            thing = .occasion(occasion, name: name)
            isAllowed = viewer.role == .organiser
        default: throw StoreError.notFound
        }
        let isGone: Bool = try row["is_gone"], isOpen: Bool = try row["is_open"]
        let reversal: ActivityLine.Reversal =
            if restores != nil { .final }
            else if let restoredBy { .done(by: restoredBy) }
            else if !isOpen { .late }
            else if !isGone { .overtaken }
            else { isAllowed ? .possible : .forbidden }
        line = ActivityLine(
            id: id, kind: restores == nil ? .removal : .restoration, by: try row["made_by"], at: try row["made_at"], thing: thing,
            reverses: restores, reversal: reversal, until: try row["until"])
    }
}

extension MemberTransaction {
    /// Leaves a line behind, by which the gift is restored. In the transaction that deletes it, since that is its batch.
    func recordRemoval(ofGift gift: Gift.ID, restoring removal: ActivityLine.ID? = nil) async throws {
        _ = try await query("""
            INSERT INTO removal (household_id, occasion_id, recipient_id, gift_id, restores, made_by)
            SELECT household_id, occasion_id, recipient_id, id, \(removal)::uuid, viewer() FROM gift WHERE household_id = viewer_household() AND id = \(gift)
            """)
    }

    /// As of a gift.
    func recordRemoval(ofRecipient recipient: Recipient.ID, restoring removal: ActivityLine.ID? = nil) async throws {
        _ = try await query("""
            INSERT INTO removal (household_id, recipient_id, restores, made_by) VALUES (viewer_household(), \(recipient), \(removal)::uuid, viewer())
            """)
    }

    /// As of a gift.
    func recordRemoval(ofOccasion occasion: Occasion.ID, restoring removal: ActivityLine.ID? = nil) async throws {
        _ = try await query("""
            INSERT INTO removal (household_id, occasion_id, restores, made_by) VALUES (viewer_household(), \(occasion), \(removal)::uuid, viewer())
            """)
    }
}
