/// Why the store did not do what was asked. Each has one answer at the edge.
public enum StoreError: Error, Sendable {
    /// The session is unknown or over.
    case signedOut

    /// There is no such thing, or not for this caller: the two look alike.
    case notFound

    /// The caller sees it but may not do this.
    case forbidden(reason: String)

    /// It clashes with what is there.
    case conflict(type: String, detail: String)

    /// Somebody changed it since the caller read it.
    case stale

    /// A value that only the store can judge is wrong.
    case invalid(pointer: String, detail: String)
}
