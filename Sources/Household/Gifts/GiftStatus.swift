/// How far a gift has come.
public enum GiftStatus: String, Sendable, Codable, CaseIterable, LosslessStringConvertible {
    case idea, planned, ordered, bought, wrapped, given

    public init?(_ description: String) { self.init(rawValue: description) }
    public var description: String { rawValue }

    /// The money has been spent, or the gift is as good as there.
    public var isBought: Bool { self == .bought || self == .wrapped || self == .given }
}
