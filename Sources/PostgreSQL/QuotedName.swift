/// Names of tables, channels and databases within SQL text of our own.
package enum QuotedName {
    package static func quote(_ name: String) -> String { "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" }
}
