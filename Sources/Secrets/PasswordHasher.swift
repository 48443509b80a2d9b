import Foundation

/// Turns passwords into argon2id hashes (PHC strings, RFC 9106) and checks them.
///
/// A password is the UTF-8 of its composed form (NFC, as RFC 8265 asks), so that it is the same from every
/// keyboard; nothing else is changed, and nothing is cut off: NUL bytes and spaces at the ends count.
public struct PasswordHasher: Sendable {
    /// There are too many sign-ins, or there is too little memory, at this moment; the caller answers 503.
    public struct Busy: Error, Equatable {}

    public struct Verification: Sendable, Equatable {
        public var matches: Bool
        /// The stored hash has another cost than new ones: replace it now, while the password is at hand.
        public var needsRehash: Bool
    }

    private let lanes: PasswordLanes
    private let cost: PasswordCost

    /// - Parameters:
    ///   - lanes: hashes computed at once, each on a thread of its own with 64 MiB.
    ///   - waiting: callers that may stand in line for a lane.
    ///   - patience: how long one stands in line.
    public init(cost: PasswordCost = .standard, lanes: Int = 2, waiting: Int = 32, patience: Duration = .seconds(5)) {
        self.cost = cost
        self.lanes = PasswordLanes(count: lanes, capacity: waiting, patience: patience)
    }

    /// The PHC string to store, with a salt of its own (at most 127 ASCII characters). Throws `Busy`, and
    /// `PasswordRefusal.tooLong` over `PasswordRule.maximumByteCount`.
    public func hash(_ password: String) async throws -> String {
        let bytes = Self.bytes(password)
        guard bytes.count <= PasswordRule.maximumByteCount else { throw PasswordRefusal.tooLong }
        return try await lanes.lend { [cost] in try await $0.hash(bytes, cost: cost) }
    }

    /// Whether `password` is the one that `hash` was made from. A hash that cannot be read matches nothing.
    public func verify(_ password: String, against hash: String) async throws -> Verification {
        let bytes = Self.bytes(password)
        return try await lanes.lend { [cost] in try await $0.verify(bytes, against: hash, cost: cost) }
    }

    /// Takes as long as `verify`, for an account that does not exist: the time of the answer does not tell
    /// which addresses have one.
    public func verifyAgainstNobody(_ password: String) async throws {
        _ = try await verify(password, against: cost.nobody)
    }

    static func bytes(_ password: String) -> [UInt8] { Array(password.precomposedStringWithCanonicalMapping.utf8) }
}
