public import Foundation
public import Household
import PostgreSQL
import ServiceKit

/// Accounts and sessions: everything that happens before a household is entered.
extension Store {
    /// How long a session lasts at the most, in days. It ends earlier after 30 days without use.
    public static let sessionLifetimeDays = 180

    /// False where the address already has an account. The caller must answer alike either way.
    public func signUp(_ account: Account, passwordHash: String) async throws -> Bool {
        let rows = try await pool.query("""
            SELECT sign_up(\(account.id), \(account.email), \(account.name), \(account.locale), \(account.zone), \(passwordHash)) AS made
            """)
        return try rows.first?["made"] ?? false
    }

    /// The account of an address with its password hash, or nil for an unknown one.
    public func credential(of email: String) async throws -> (account: Account.ID, passwordHash: String)? {
        guard let row = try await pool.query("SELECT * FROM credential_of(\(email))").first else { return nil }
        return (try row["account_id"], try row["password_hash"])
    }

    /// Stores a hash made with today's cost in place of an older one.
    public func rehash(_ account: Account.ID, passwordHash: String) async throws {
        _ = try await pool.query("SELECT rehash(\(account), \(passwordHash))")
    }

    /// Opens a session and returns when it ends.
    public func openSession(for account: Account.ID, key: SessionKey, device: String) async throws -> Date {
        let rows = try await pool.query("""
            SELECT open_session(\(Identifier<SessionKey>(.v7())), \(account), \(key.hash), \(device), make_interval(days => \(Self.sessionLifetimeDays)::int)) AS expires
            """)
        guard let row = rows.first else { throw StoreError.signedOut }
        return try row["expires"]
    }

    /// The account behind a session.
    public func account(_ key: SessionKey) async throws -> Account {
        let results = try await asAccount(key, "SELECT id, email, name, locale, zone FROM account WHERE id = viewer_account()")
        guard let row = results.first else { throw StoreError.signedOut }
        return Account(id: try row["id"], email: try row["email"], name: try row["name"], locale: try row["locale"], zone: try row["zone"])
    }

    /// Notes that a session is in use; at most one write an hour.
    public func touchSession(_ key: SessionKey) async throws {
        _ = try await pool.query("SELECT touch_session(\(key.hash))")
    }

    public func endSession(_ key: SessionKey) async throws {
        _ = try await asAccount(key, "DELETE FROM session WHERE account_id = viewer_account() AND token_hash = \(key.hash)")
    }

    /// Ends every session of the account, this one included.
    public func endAllSessions(_ key: SessionKey) async throws {
        _ = try await asAccount(key, "DELETE FROM session WHERE account_id = viewer_account()")
    }

    /// Runs one statement as the account alone, in no household.
    func asAccount(_ key: SessionKey, _ statement: SQL) async throws -> [Row] {
        let results = try await pool.pipeline([Caller.account(key), statement])
        if results[0].isEmpty { throw StoreError.signedOut }
        return results[1]
    }
}
