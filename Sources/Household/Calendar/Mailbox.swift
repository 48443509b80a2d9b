import Foundation

/// A person as a mail address with a name or without: `Anna Murphy <anna@example.org>`.
public struct Mailbox: Hashable, Sendable {
    public let name: String?
    public let address: String

    public init(name: String? = nil, address: String) {
        self.name = name
        self.address = address
    }

    /// Takes `Name <address>`, and anything else as a bare address.
    public init(_ text: String) {
        guard text.last == ">", let open = text.lastIndex(of: "<") else {
            self.init(address: text.trimmingCharacters(in: .whitespaces))
            return
        }
        let name = text[..<open].trimmingCharacters(in: .whitespaces)
        let address = text[text.index(after: open)...].dropLast().trimmingCharacters(in: .whitespaces)
        self.init(name: name.isEmpty ? nil : name, address: address)
    }

    /// As a URI (RFC 6068); octets that no address has bare are percent-encoded.
    var mailto: String { "mailto:" + address.percentEncoded(keeping: "@.!#$&'*+-/=?^_`{|}~") }
}

extension String {
    /// Octets other than letters, digits and those of `kept` as %XX.
    func percentEncoded(keeping kept: String) -> String {
        let kept = Set(kept.utf8), digits = Array("0123456789ABCDEF")
        return utf8.reduce(into: "") { encoded, octet in
            let character = Character(Unicode.Scalar(octet))
            if kept.contains(octet) || (octet < 128 && (character.isLetter || character.isNumber)) {
                encoded.append(character)
            } else {
                encoded += "%\(digits[Int(octet >> 4)])\(digits[Int(octet & 15)])"
            }
        }
    }
}
