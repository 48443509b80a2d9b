/// What a scan is of.
public enum ScanKind: String, Sendable, Codable, CaseIterable, LosslessStringConvertible {
    case flyer, receipt
    public init?(_ description: String) { self.init(rawValue: description) }
    public var description: String { rawValue }
}

/// Where a scan stands. `ready` and `failed` are ends; a retry begins again at `queued`.
public enum ScanState: String, Sendable, Codable, LosslessStringConvertible {
    case queued, running, ready, failed
    public init?(_ description: String) { self.init(rawValue: description) }
    public var description: String { rawValue }
    public var isOver: Bool { self == .ready || self == .failed }
}
