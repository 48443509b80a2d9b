public import Foundation

/// The parameters of a matched path, decoded.
public struct Path: Sendable {
    var values: [(name: Substring, value: String)] = []

    /// The text of a parameter. - Precondition: the route's pattern has it.
    public func text(_ name: String) -> String {
        guard let value = values.first(where: { $0.name == name })?.value else { preconditionFailure("no parameter :\(name) in this route") }
        return value
    }

    /// An id. What is not one looks like something that is not there (404).
    public func uuid(_ name: String) throws(Problem) -> UUID {
        guard let value = UUID(uuidString: text(name)) else { throw .notFound }
        return value
    }

    /// A whole number, or 404.
    public func integer(_ name: String) throws(Problem) -> Int {
        guard let value = Int(text(name)) else { throw .notFound }
        return value
    }
}
