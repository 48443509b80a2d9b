/// What becomes of each table of the database when a household goes into an archive. A test holds this against the
/// schema: a table that is neither carried nor left out with a reason fails it.
///
/// A new table of a household is one line among `carried`, after the tables that it refers to; one of an account is
/// `.ofAccounts`. A new column of a carried table goes along by itself, unless `withheld` names it.
package enum ArchiveCatalogue {
    /// In the order in which they are put back.
    static let carried: [ArchiveTable] = [
        ArchiveTable("household", where: "id = current_setting('mantel.archived')::uuid"),
        ArchiveTable("account", where: "id IN (SELECT m.account_id FROM member m WHERE m.household_id = current_setting('mantel.archived')::uuid)"),
        .ofAccounts("notice_way", by: "account_id, kind"),
        ArchiveTable("member"),
        ArchiveTable("occasion"),
        ArchiveTable("recipient"),
        ArchiveTable("subject", by: "recipient_id, member_id"),
        ArchiveTable("recipient_note", by: "recipient_id"),
        ArchiveTable("budget_category"),
        ArchiveTable("category_limit", by: "position, id"),
        ArchiveTable("budget_entry", by: "position, id"),
        ArchiveTable("budget_limit", by: "position, id"),
        ArchiveTable("gift_category_limit", by: "position, id"),
        ArchiveTable("gift"),
        ArchiveTable("gift_logistics", by: "gift_id"),
        ArchiveTable("ledger_entry", by: "position, id"),
        ArchiveTable("removal", by: "made_at, id"),
        ArchiveTable("contribution"),
        ArchiveTable("repayment", by: "id, gift_id"),
        ArchiveTable("digest"),
        ArchiveTable("notice"),
        ArchiveTable("picture", rowsAtOnce: 1),
        ArchiveTable("scan"),
        ArchiveTable("upload", by: "scan_id", rowsAtOnce: 1),
        ArchiveTable("event"),
    ]

    /// Tables that stay behind, each with its reason in words for the operator.
    package static let leftOut: [String: String] = [
        "credential": "passwords: each person gets a new one on another server",
        "session": "who is signed in where",
        "invitation": "open invitations: their links belong to the server that made them",
        "delivery": "what became of mails that were sent",
        "job": "work in progress: pictures still to be read are taken up again after an import",
        "schedule_period": "which regular work of the server was done when",
        "administrator": "who administers the server",
        "throttle": "failed attempts to sign in",
        "schema_migration": "the version of the server",
    ]

    /// Columns of carried tables that stay behind, as "table.column", each with its reason.
    package static let withheld: [String: String] = [:]

    package static var carriedNames: [String] { carried.map { "\($0.name)" } }

    static func withheldColumns(of table: ArchiveTable) -> [String] {
        [ArchiveTable.owner] + withheld.keys.filter { $0.hasPrefix("\(table.name).") }.map { String($0.dropFirst("\(table.name).".count)) }.sorted()
    }
}
