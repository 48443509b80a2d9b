import CSodium

/// What one argon2id hash costs; the default takes about 150 ms of one core.
public struct PasswordCost: Sendable, Equatable {
    /// In KiB.
    public var memory: Int
    public var passes: Int

    public init(memory: Int, passes: Int) {
        self.memory = memory
        self.passes = passes
    }

    /// 64 MiB and three passes, well over OWASP's floor of 19 MiB and two.
    public static let standard = PasswordCost(memory: 64 * 1024, passes: 3)

    var bytes: Int { memory * 1024 }

    /// A well-formed hash at this cost that no password matches: salt and digest are all zero.
    var nobody: String {
        let salt = String(repeating: "A", count: 22), digest = String(repeating: "A", count: 43)
        return "$argon2id$v=19$m=\(memory),t=\(passes),p=1$\(salt)$\(digest)"
    }
}
