import Foundation
import PostgreSQL
import Store

/// `mantel administrator`: who sees the server's jobs. The database must be reached as its owner; nothing over
/// HTTP can do this.
enum AdministratorCommand: Equatable {
    case add(String)
    case remove(String)
    case list

    /// Nil where the words make no command.
    init?(_ words: [String]) {
        switch (words.first, words.count) {
        case ("add", 2): self = .add(words[1])
        case ("remove", 2): self = .remove(words[1])
        case ("list", 1): self = .list
        default: return nil
        }
    }

    /// Does it; returns what to print, and whether it came to anything.
    func run(_ administrators: Administrators) async throws -> (text: String, succeeded: Bool) {
        do {
            return try await reply(administrators)
        } catch let error as PostgreSQLError where error.sqlState == "42501" {
            return ("Only the owner of the database may do this: set DATABASE_URL to the one that `mantel migrate` uses.", false)
        }
    }

    private func reply(_ administrators: Administrators) async throws -> (text: String, succeeded: Bool) {
        switch self {
        case .add(let email):
            switch try await administrators.add(email) {
            case .added: return ("\(email) administers this server now, and sees its jobs at /administration/jobs.", true)
            case .alreadyOne: return ("\(email) administers this server already.", true)
            case .noAccount: return ("Nobody has an account with the address \(email): sign up with it first.", false)
            }
        case .remove(let email):
            return try await administrators.remove(email)
                ? ("\(email) administers this server no more.", true) : ("\(email) is no administrator of this server.", false)
        case .list:
            let entries = try await administrators.list()
            if entries.isEmpty { return ("Nobody administers this server.", true) }
            return (entries.map { "\($0.email)  since \($0.since.formatted(.iso8601))" }.joined(separator: "\n"), true)
        }
    }
}
