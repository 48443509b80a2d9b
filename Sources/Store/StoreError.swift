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

    /// An Idempotency-Key came back with another request.
    static let keyReused = StoreError.conflict(
        type: "key-reused", detail: "This Idempotency-Key was used for another request. Use a new one for each.")
}
