public import Foundation
public import Household
public import Secrets

/// A session just opened. The token is shown to its holder now and never again.
public struct OpenedSession: Sendable {
    public var token: Token
    public var account: Account
    public var expires: Date
}

/// Signing up and in, alike for programs and pages.
public struct Door: Sendable {
    /// Why somebody was not let in.
    public enum Refusal: Error, Sendable {
        case wrongCredentials
        case tooManyAttempts(retryAfterSeconds: Int)
    }

    private let store: Store
    private let hasher: PasswordHasher

    public init(store: Store, hasher: PasswordHasher) {
        self.store = store
        self.hasher = hasher
    }

    /// Makes an account, unless the address has one: the caller cannot tell, and its owner keeps theirs.
    ///
    /// - Parameter network: where the request came from; failures are counted by it.
    public func signUp(_ account: Account, password: String, network: String) async throws {
        let keys = ["signup:\(network)"]
        let wait = try await store.throttled(keys, by: .signUp)
        if wait > 0 { throw Refusal.tooManyAttempts(retryAfterSeconds: wait) }
        try await store.countFailure(keys, by: .signUp)
        // Hashed before the address is looked up, so that both answers take the same time.
        let hash = try await hasher.hash(password)
        _ = try await store.signUp(account, passwordHash: hash)
    }

    /// Opens a session. An unknown address takes as long, and is answered, like a wrong password.
    public func signIn(email: String, password: String, device: String, network: String) async throws -> OpenedSession {
        // Per account and network, so that nobody elsewhere can keep an account's owner out; and, with more
        // patience, per network, so that one forgetful child does not keep a whole home out.
        let keys = ["signin:account:\(email.lowercased())|\(network)", "signin:network:\(network)"]
        let wait = max(
            try await store.throttled([keys[0]], by: .signIn), try await store.throttled([keys[1]], by: .signInsOfNetwork))
        if wait > 0 { throw Refusal.tooManyAttempts(retryAfterSeconds: wait) }
        guard let known = try await store.credential(of: email) else {
            _ = try await hasher.verifyAgainstNobody(password)
            try await store.countFailure(keys, by: .signIn)
            throw Refusal.wrongCredentials
        }
        let verification = try await hasher.verify(password, against: known.passwordHash)
        guard verification.matches else {
            try await store.countFailure(keys, by: .signIn)
            throw Refusal.wrongCredentials
        }
        if verification.needsRehash { try await store.rehash(known.account, passwordHash: try await hasher.hash(password)) }
        let token = Token()
        let key = SessionKey(hash: token.hash)
        let expires = try await store.openSession(for: known.account, key: key, device: device)
        return OpenedSession(token: token, account: try await store.account(key), expires: expires)
    }
}
