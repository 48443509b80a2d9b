/// A mail address as people have them: `local@domain` of RFC 5321, at most 254 characters, without quoted
/// local parts, comments and address literals. What passes can stand in an SMTP command and in a header as it is.
public struct MailAddress: Sendable {
    /// Why a text is not a mail address.
    public enum Refusal: Error, Sendable, Equatable {
        /// There is not exactly one `@` between two parts.
        case noAddress
        /// The local part or a label of the domain is empty, or has a character that cannot stand there.
        case badLocalPart, badDomain
        /// Letters beyond ASCII before the `@`; few servers take such mail (RFC 6531).
        case internationalLocalPart
        /// Letters beyond ASCII after the `@`: the domain is wanted in its `xn--` form (RFC 5890).
        case internationalDomain
        /// Over 64 characters before the `@`, or over 254 in all.
        case tooLong
    }

    /// As written.
    public let local: String
    /// In lower case.
    public let domain: String

    /// The address in `text`; spaces around it are left out.
    public init(parsing text: String) throws(Refusal) {
        // On bytes, so that no line end hides in a grapheme cluster.
        var bytes = Array(text.utf8)[...]
        while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .noAddress }
        guard parts[0].count <= 64, bytes.count <= 254 else { throw .tooLong }
        guard parts[0].allSatisfy({ $0 < 0x80 }) else { throw .internationalLocalPart }
        guard parts[1].allSatisfy({ $0 < 0x80 }) else { throw .internationalDomain }
        guard Self.isDotAtom(parts[0]) else { throw .badLocalPart }
        guard Self.isDomain(parts[1]) else { throw .badDomain }
        local = String(decoding: parts[0], as: UTF8.self)
        domain = String(decoding: parts[1], as: UTF8.self).lowercased()
    }

    private static func isDotAtom(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { isLetterOrDigit($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
        }
    }

    /// Labels of letters, digits and inner hyphens (RFC 1123 §2.1). The last one is not a number, as that
    /// would be an IPv4 address. One label is enough: `localhost`, or a host of the family's own network.
    private static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.last?.allSatisfy({ (0x30...0x39).contains($0) }) == false else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

extension MailAddress: LosslessStringConvertible {
    /// Nil where `init(parsing:)` throws.
    public init?(_ text: String) {
        do { try self.init(parsing: text) } catch { return nil }
    }

    public var description: String { "\(local)@\(domain)" }
}

extension MailAddress: Hashable {
    /// What tells accounts apart. No provider in use distinguishes the case of the local part, though RFC 5321 lets it.
    public var key: String { description.lowercased() }

    public static func == (a: MailAddress, b: MailAddress) -> Bool { a.key == b.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension MailAddress.Refusal {
    /// A sentence for the person who typed the address.
    public var message: String {
        switch self {
        case .noAddress, .badLocalPart, .badDomain: "This is not a mail address; it looks like anna@example.org."
        case .internationalLocalPart: "The part before the @ may have only letters without accents."
        case .internationalDomain: "Write the part after the @ in its form for computers, which begins with xn--."
        case .tooLong: "A mail address has at most 64 characters before the @ and 254 in all."
        }
    }
}
