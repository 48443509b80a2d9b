import Foundation
public import Household
public import HTTPServer
public import Secrets
public import Store

/// What the endpoints of the JSON API work with.
public struct APIContext: Sendable {
    let store: Store
    let door: Door
    let linkSecret: LinkSecret
    /// The public address, without a slash at its end.
    let origin: String
    let newsroom: Newsroom

    /// - Parameter newsroom: where event streams get their news; it has some where a `NewsWire` feeds it.
    public init(store: Store, door: Door, linkSecret: LinkSecret, origin: String, newsroom: Newsroom = Newsroom()) {
        self.store = store
        self.door = door
        self.linkSecret = linkSecret
        self.origin = origin
        self.newsroom = newsroom
    }

    /// The session that the request carries. Throws 401 without one.
    func session(_ request: HTTPRequest) throws(Problem) -> SessionKey {
        guard let header = request.headers["Authorization"], header.lowercased().hasPrefix("bearer "),
            let token = Token(String(header.dropFirst(7).drop { $0 == " " }))
        else { throw .signedOut }
        return SessionKey(hash: token.hash)
    }

    /// The session acting in the household of the path.
    func caller(_ request: HTTPRequest, _ path: Path) throws(Problem) -> Caller {
        .session(try session(request), in: HouseholdProfile.ID(try path.uuid("household")))
    }
}

extension Path {
    /// An identifier; what is not one looks like something that is not there (404).
    func id<Subject>(_ name: String, of _: Subject.Type = Subject.self) throws(Problem) -> Identifier<Subject> {
        Identifier(try uuid(name))
    }
}
