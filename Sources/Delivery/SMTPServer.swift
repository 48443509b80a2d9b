public import ServiceKit
import Foundation

/// The mail server that takes our mail, as `SMTP_URL` names it.
///
/// `smtp://user:password@host:587` wants STARTTLS, `smtps://host:465` speaks TLS from the start. Neither falls
/// back to plain text, but `smtp://` does without TLS to this machine itself. `smtp+plain://host:25` is plain
/// text in so many words, for a relay in a trusted network, and takes no password.
public struct SMTPServer: Sendable, Equatable {
    public enum Security: Sendable, Equatable {
        case startTLS, implicitTLS, plain
    }

    public struct Credentials: Sendable, Equatable {
        public var user: String
        public var password: String
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// A host name or address; an IPv6 address without its brackets.
    public var host: String
    public var port: Int
    public var security: Security
    public var credentials: Credentials?
    /// A file of certificates (PEM) to trust instead of those of the system.
    public var certificates: String?

    public init(host: String, port: Int, security: Security, credentials: Credentials? = nil, certificates: String? = nil) {
        self.host = host
        self.port = port
        self.security = security
        self.credentials = credentials
        self.certificates = certificates
    }

    /// Reads `SMTP_URL` and `SMTP_CA_FILE`; what is wrong becomes a problem of `environment`, and the answer nil.
    public static func read(from environment: inout Environment) -> SMTPServer? {
        let certificates = environment.optional("SMTP_CA_FILE")
        guard let url: String = environment.value("SMTP_URL") else { return nil }
        do {
            var server = try SMTPServer(url: url)
            server.certificates = certificates
            return server
        } catch {
            environment.report(error)
            return nil
        }
    }

    /// Throws a sentence that says what is wrong and never repeats the password.
    public init(url: String) throws(ConfigurationError) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(), var host = parts.host, !host.isEmpty,
            parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil
        else { throw Self.problem("is not like smtp://user:password@host:587") }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard Self.isHost(host) else { throw Self.problem("names a host that cannot be one") }
        let isLoopback = host == "localhost" || host == "::1" || host.hasPrefix("127.")
        let defaultPort: Int
        switch scheme {
        case "smtp": (security, defaultPort) = (isLoopback ? .plain : .startTLS, 587)
        case "smtps": (security, defaultPort) = (.implicitTLS, 465)
        case "smtp+plain": (security, defaultPort) = (.plain, 25)
        default: throw Self.problem("must begin with smtp://, smtps:// or smtp+plain://")
        }
        self.host = host
        port = parts.port ?? defaultPort
        guard (1...65_535).contains(port) else { throw Self.problem("has a port that is none") }
        if let user = parts.user, !user.isEmpty {
            guard security != .plain || isLoopback else { throw Self.problem("would send a password in plain text; use smtp:// or smtps://") }
            let password = parts.password ?? ""
            guard (user + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw Self.problem("has control characters in user or password") }
            credentials = Credentials(user: user, password: password)
        }
    }

    private static func problem(_ words: String) -> ConfigurationError { ConfigurationError(problems: ["SMTP_URL \(words)"]) }

    private static func isHost(_ host: String) -> Bool {
        host.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || ".-:_".utf8.contains(byte)
        }
    }

    /// What libcurl is told; the path is the name we greet with.
    func url(greeting domain: String) -> String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(security == .implicitTLS ? "smtps" : "smtp")://\(name):\(port)/\(domain)"
    }
}

extension SMTPServer: CustomStringConvertible, CustomReflectable {
    /// Host and port, never the password.
    public var description: String { "\(host):\(port)" }
    public var customMirror: Mirror { Mirror(self, children: ["host": host, "port": port]) }
}
