import Foundation

/// The lines of an archive. It is text in UTF-8, one JSON object a line, each beginning with a check over itself and all
/// lines before it (`DigestChain`):
///
///     {"check":"…","archive":"mantel household","version":1,"schema":19,"household":"019a…"}
///     {"check":"…","table":"gift","columns":["id","name",…]}
///     {"check":"…","row":{"id":"019a…","name":"Kite",…}}
///     {"check":"…","end":{"rows":1234}}
///
/// Every table has its line, also one without rows. Values are as PostgreSQL writes them in JSON: ids as they are, money
/// in minor units, days as `2030-12-25`, moments in UTC to the microsecond, bytes as `\x` and hexadecimal digits.
enum ArchiveLine {
    static let format = "mantel household"
    /// Of the lines, not of what is in them.
    static let version = 1
    /// Bytes of a line: the largest picture in hexadecimal, and room.
    static let largest = 64 << 20

    static let opening = Array("{\"check\":\"".utf8)
    /// After the 16 digits of the check.
    static let closing = Array("\",".utf8)
    static let rowOpening = Array("\"row\":".utf8)

    /// Every line but those of rows.
    struct Mark: Codable {
        struct End: Codable { var rows: Int }
        var archive: String?
        var version: Int?
        var schema: Int?
        var household: UUID?
        var table: String?
        var columns: [String]?
        var end: End?

        static func head(schema: Int, household: String) -> String {
            "\"archive\":\"\(format)\",\"version\":\(ArchiveLine.version),\"schema\":\(schema),\"household\":\"\(household)\"}"
        }

        /// Names of tables and columns need no escapes.
        static func table(_ name: String, columns: [String]) -> String {
            "\"table\":\"\(name)\",\"columns\":[\(columns.map { "\"\($0)\"" }.joined(separator: ","))]}"
        }

        static func end(rows: Int) -> String { "\"end\":{\"rows\":\(rows)}}" }
    }
}
