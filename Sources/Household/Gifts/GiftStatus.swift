/// How far a gift has come.
public enum GiftStatus: String, Sendable, Codable, CaseIterable, LosslessStringConvertible {
    case idea, planned, ordered, bought, wrapped, given

    public init?(_ description: String) { self.init(rawValue: description) }
    public var description: String { rawValue }

    /// The money has been spent, or the gift is as good as there.
    ///
    /// Somebody may set such a status without entering a purchase (a gift made at home, money that is nobody's business):
    /// then the gift counts as bought and its estimate as planned, but nothing as spent. Spent is what the ledger says.
    public var isBought: Bool { self == .bought || self == .wrapped || self == .given }
}
