public import Foundation

/// An open offer to join a household. Its token is known to the invited person alone.
public struct Invitation: Sendable {
    public typealias ID = Identifier<Invitation>

    /// What became of an invitation's mail.
    public struct Mail: Sendable {
        public var state: MailState
        /// The mail server's words, or why it was not sent yet.
        public var detail: String?

        public init(state: MailState, detail: String? = nil) {
            self.state = state
            self.detail = detail
        }
    }

    public var id: ID
    public var email: String?
    public var role: Role
    public var expires: Date
    /// Nil where there is no address.
    public var mail: Mail?

    public init(id: ID, email: String?, role: Role, expires: Date, mail: Mail? = nil) {
        self.id = id
        self.email = email
        self.role = role
        self.expires = expires
        self.mail = mail
    }
}
