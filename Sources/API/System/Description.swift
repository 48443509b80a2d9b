/// What one feature adds to the description of the API.
struct Description: Sendable {
    var tag: String
    /// Schemas that several operations share, by name.
    var components: [String: Schema]
    var operations: [Operation]
}
