import CSodium
import Foundation
import ServiceKit

/// One thread on which one hash at a time is computed.
actor PasswordLane {
    private let executor: ThreadExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(number: Int) {
        Sodium.start()
        executor = ThreadExecutor(label: "password-\(number)")
    }

    isolated deinit { executor.stop() }

    /// Throws `Busy` where the memory of one hash is not to be had.
    func hash(_ password: [UInt8], cost: PasswordCost) throws(PasswordHasher.Busy) -> String {
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let password = password.map { CChar(bitPattern: $0) }
        let status = crypto_pwhash_str(&text, password, UInt64(password.count), UInt64(cost.passes), cost.bytes)
        guard status == 0 else { throw PasswordHasher.Busy() }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func verify(_ password: [UInt8], against hash: String, cost: PasswordCost) throws(PasswordHasher.Busy) -> PasswordHasher.Verification {
        let password = password.map { CChar(bitPattern: $0) }
        errno = 0
        let status = crypto_pwhash_str_verify(hash, password, UInt64(password.count))
        // Without this, a server short of memory would call every password wrong.
        if status != 0, errno == ENOMEM { throw PasswordHasher.Busy() }
        let outdated = crypto_pwhash_str_needs_rehash(hash, UInt64(cost.passes), cost.bytes) != 0
        return PasswordHasher.Verification(matches: status == 0, needsRehash: outdated)
    }
}
