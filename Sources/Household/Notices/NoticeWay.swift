/// By which way somebody is told of one kind of notice.
public enum NoticeWay: String, Sendable, CaseIterable, LosslessStringConvertible {
    /// In the app and by mail.
    case mail
    /// In the app alone.
    case app
    case none

    public init?(_ description: String) { self.init(rawValue: description) }
    public var description: String { rawValue }
}
