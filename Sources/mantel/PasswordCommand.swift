import PostgreSQL
import Secrets
import Store

/// `mantel password EMAIL`: a new password for somebody who cannot sign in, such as the people of a household that was
/// put in from a file. The database must be reached as its owner.
enum PasswordCommand {
    /// Does it; returns what to print, and whether it came to anything. All of the person's sessions end.
    static func run(_ email: String, _ passwords: Passwords) async throws -> (text: String, succeeded: Bool) {
        // Of 256 random bits; the first half is more than anybody can guess.
        let password = String(Token().text.prefix(22))
        do {
            guard try await passwords.set(try await PasswordHasher().hash(password), of: email) else {
                return ("Nobody has an account with the address \(email).", false)
            }
        } catch let error as PostgreSQLError where error.sqlState == "42501" {
            return ("Only the owner of the database may do this: set DATABASE_URL to the one that `mantel migrate` uses.", false)
        }
        return ("\(email) signs in with this password from now on, and is signed out everywhere:\n\(password)", true)
    }
}
