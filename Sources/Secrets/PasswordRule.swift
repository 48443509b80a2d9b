/// Why a password is not taken.
public enum PasswordRefusal: String, Error, Sendable, CaseIterable {
    case tooShort, tooLong, common, personal

    /// A sentence for the person who typed it.
    public var message: String {
        switch self {
        case .tooShort: "Use at least \(PasswordRule.minimumCharacterCount) characters; 15 or more are better."
        case .tooLong: "Use at most \(PasswordRule.maximumByteCount) bytes."
        case .common: "This is one of the first passwords anybody would try."
        case .personal: "Do not use your name or your address as the password."
        }
    }
}

/// Which passwords may be chosen (NIST SP 800-63B §3.1.1): long enough, and not the first one that anybody
/// would try. There are no rules on the kinds of characters.
public enum PasswordRule {
    /// In Unicode scalars, as NIST counts.
    public static let minimumCharacterCount = 8
    /// In bytes of UTF-8.
    public static let maximumByteCount = 1024

    /// What is wrong with `password` for a person with this mail address and name, or nil.
    public static func refusal(of password: String, email: String, name: String) -> PasswordRefusal? {
        let bytes = PasswordHasher.bytes(password)
        if bytes.count > maximumByteCount { return .tooLong }
        if String(decoding: bytes, as: UTF8.self).unicodeScalars.count < minimumCharacterCount { return .tooShort }
        let folded = password.lowercased()
        if Set(folded).count == 1 || CommonPasswords.all.contains(folded) { return .common }
        let mailbox = email.lowercased()
        let local = mailbox.prefix { $0 != "@" }
        let spoken = name.lowercased()
        if [mailbox, String(local), spoken, spoken.filter { !$0.isWhitespace }].contains(folded) { return .personal }
        return nil
    }
}
