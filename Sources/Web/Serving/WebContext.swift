public import Foundation
public import HTTPServer
public import Secrets
public import Store

/// What the handlers of the pages work with.
public struct WebContext: Sendable {
    public var store: Store
    public var door: Door
    public var linkSecret: LinkSecret
    public var assets: AssetLibrary

    /// Scheme and host that people reach this server at, "https://mantel.example": links in invitations begin
    /// with it, and cookies are for encrypted connections only where it is https.
    public var origin: String

    /// Who sent a request, for counting failures: behind a proxy it is not the other end of the socket.
    public var network: @Sendable (HTTPRequest) -> String = { $0.peer }

    /// The programs' interface, from which pages hand out files; none are offered without it.
    public var programs: (@Sendable (HTTPRequest) async -> HTTPResponse)?

    public var clock: @Sendable () -> Date = { Date.now }

    public init(store: Store, door: Door, linkSecret: LinkSecret, assets: AssetLibrary, origin: String) {
        self.store = store
        self.door = door
        self.linkSecret = linkSecret
        self.assets = assets
        self.origin = origin
    }
}

extension WebContext {
    var isSecure: Bool { origin.hasPrefix("https://") }

    /// The name of the cookie that holds a session's token. With the prefix no other host of the domain can set it.
    public var sessionCookie: String { isSecure ? "__Host-mantel" : "mantel" }

    /// The name of the cookie that ties the forms of somebody who is not signed in to their browser.
    var doorCookie: String { isSecure ? "__Host-mantel-door" : "mantel-door" }

    func cookie(_ name: String, _ value: String, maximumAge: Duration? = nil) -> Cookie {
        Cookie(name, value, maximumAge: maximumAge, secure: isSecure)
    }
}
