public import Foundation

/// One mail as its writer knows it; the postman adds the sender.
public struct Letter: Sendable, Equatable {
    /// The identity of what is told, so that an attempt more is the same message.
    public var id: UUID
    /// When what it tells came about.
    public var date: Date
    public var address: String
    public var name: String
    public var subject: String
    public var text: String

    public init(id: UUID, date: Date, address: String, name: String = "", subject: String, text: String) {
        self.id = id
        self.date = date
        self.address = address
        self.name = name
        self.subject = subject
        self.text = text
    }
}
