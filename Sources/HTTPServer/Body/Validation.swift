/// Collects field errors, so that one answer names every wrong field.
public struct Validation: Sendable {
    public private(set) var errors: [Problem.Field] = []

    public init() {}

    public mutating func check(_ condition: Bool, _ pointer: String, _ detail: String) {
        if !condition { fail(pointer, detail) }
    }

    public mutating func fail(_ pointer: String, _ detail: String) { errors.append(.init(pointer, detail)) }

    /// Throws 422 with every error met so far.
    public func finish() throws(Problem) {
        if !errors.isEmpty { throw .invalid(errors) }
    }
}
