public import Household

/// Somebody mail is from or to: an address, and the name shown with it.
public struct Correspondent: Sendable, Equatable {
    public var name: String
    public var address: MailAddress

    /// - Parameter name: any text; what cannot stand in a header is made safe when the message is written.
    public init(name: String = "", address: MailAddress) {
        self.name = name
        self.address = address
    }
}

extension Correspondent: LosslessStringConvertible {
    /// `anna@example.org`, `Anna <anna@example.org>` or `"Anna" <anna@example.org>`, as in a setting.
    public init?(_ text: String) {
        guard let open = text.lastIndex(of: "<") else {
            guard let address = MailAddress(text) else { return nil }
            self.init(address: address)
            return
        }
        guard text.hasSuffix(">"), let address = MailAddress(String(text[text.index(after: open)...].dropLast())) else { return nil }
        var name = text[..<open]
        while name.last == " " { name.removeLast() }
        while name.first == " " { name.removeFirst() }
        if name.count >= 2, name.first == "\"", name.last == "\"" { name = name.dropFirst().dropLast() }
        self.init(name: String(name), address: address)
    }

    public var description: String { name.isEmpty ? address.description : "\(name) <\(address)>" }
}
