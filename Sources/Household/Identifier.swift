public import Foundation

/// The key of one `Subject`. Two kinds of identifiers never mix, and a name is never a key.
public struct Identifier<Subject>: Hashable, Sendable, Codable {
    public let uuid: UUID

    public init(_ uuid: UUID) { self.uuid = uuid }

    public init(from decoder: any Decoder) throws { uuid = try UUID(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try uuid.encode(to: encoder) }
}

extension Identifier: CustomStringConvertible, LosslessStringConvertible {
    /// Lower case, as PostgreSQL prints it.
    public var description: String { uuid.uuidString.lowercased() }

    public init?(_ description: String) {
        guard let uuid = UUID(uuidString: description) else { return nil }
        self.init(uuid)
    }
}
