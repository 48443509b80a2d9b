import PostgreSQL

/// What a log line says about `error`: for the database's, its own words as well, which are kept out of texts
/// that people see.
func details(of error: any Error, _ more: [String: String] = [:]) -> [String: String] {
    let known = (error as? PostgreSQLError)?.details ?? ["error": "\(error)"]
    return known.merging(more) { $1 }
}

/// Why a run failed, as its job keeps it.
func reason(of error: any Error) -> String {
    guard let error = error as? PostgreSQLError else { return "\(error)" }
    return [error.description, error.table, error.constraint, error.column].compactMap(\.self).joined(separator: " ")
}
