import PostgreSQL

/// One table whose rows of a household go into its archive. Which columns it has is asked of the database.
struct ArchiveTable: Sendable {
    var name: StaticString
    /// An order that no two rows share, and in which each comes after those that it refers to.
    var order: StaticString
    /// Which rows are the household's, with the settings that the archive's transaction makes.
    var filter: StaticString
    /// Rows fetched at a time; fewer where they hold pictures.
    var rowsAtOnce: Int
    /// What the household's people keep whatever household they are in: rows of an account that is on the server already
    /// are left as they are there.
    var isOfAccounts = false

    init(
        _ name: StaticString, by order: StaticString = "id",
        where filter: StaticString = "household_id = current_setting('mantel.archived')::uuid", rowsAtOnce: Int = 500
    ) {
        self.name = name
        self.order = order
        self.filter = filter
        self.rowsAtOnce = rowsAtOnce
    }

    /// A table of what accounts keep for themselves, by their `account_id`.
    static func ofAccounts(_ name: StaticString, by order: StaticString) -> ArchiveTable {
        var table = ArchiveTable(
            name, by: order, where: "account_id IN (SELECT m.account_id FROM member m WHERE m.household_id = current_setting('mantel.archived')::uuid)")
        table.isOfAccounts = true
        return table
    }

    /// Whom a row belongs to stands at the head of the archive, once for all.
    static let owner = "household_id"

    /// Opens a cursor over the rows, each as JSON without the fields that the setting names. Cursors take no parameters.
    var cursor: SQL {
        SQL(stringLiteral: "DECLARE archived_rows NO SCROLL CURSOR FOR SELECT (to_jsonb(t) - string_to_array(current_setting('mantel.left_out'), ','))::text AS line FROM ")
            + SQL(stringLiteral: name) + " t WHERE " + SQL(stringLiteral: filter) + " ORDER BY " + SQL(stringLiteral: order)
    }

    var fetch: SQL { rowsAtOnce == 1 ? "FETCH FORWARD 1 FROM archived_rows" : "FETCH FORWARD 500 FROM archived_rows" }

    /// The last position that rows put back have.
    var lastPosition: SQL {
        SQL(stringLiteral: "SELECT coalesce(max(position), 0)::bigint AS last FROM ") + SQL(stringLiteral: name)
            + " WHERE household_id = current_setting('mantel.archived')::uuid"
    }

    /// What may be written, in the order of the table.
    static func columns(of table: String) -> SQL {
        """
        SELECT a.attname::text AS name FROM pg_attribute a
        WHERE a.attrelid = to_regclass('public.' || quote_ident(\(table)::text)) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        ORDER BY a.attnum
        """
    }
}
