import Foundation

/// Where people reach this installation: scheme, host and port, as links in mails begin (RFC 6454). No slash at its end.
public struct WebOrigin: Setting, Sendable, Hashable {
    public static let expectation = "an address such as https://mantel.example.org"

    public let description: String

    /// Where nothing else is set.
    public static let local = WebOrigin(text: "http://localhost:8080")

    private init(text: String) { description = text }

    /// Nil where `text` is not an address of the web without a path.
    public init?(_ text: String) {
        guard let address = URLComponents(string: text), ["http", "https"].contains(address.scheme), address.host?.isEmpty == false,
            ["", "/"].contains(address.path), address.query == nil, address.fragment == nil, address.user == nil
        else { return nil }
        self.init(text: text.hasSuffix("/") ? String(text.dropLast()) : text)
    }
}
