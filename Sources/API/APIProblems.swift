import Household
import HTTPServer
import PostgreSQL
import Secrets
import Store

extension Problem {
    static let signedOut: Problem = {
        var problem = Problem(401, type: "/problems/signed-out", title: "Sign in first", detail: "Send Authorization: Bearer with the token of a session.")
        problem.headers["WWW-Authenticate"] = "Bearer"
        return problem
    }()

    /// In the hands of whoever runs the server, so it says more than that it is busy.
    static let diskFull: Problem = {
        var problem = Problem(
            503, type: "/problems/disk-full", title: "The server's disk is full",
            detail: "Nothing was saved. Whoever runs this server has to make room; then try again.")
        problem.headers["Retry-After"] = "60"
        return problem
    }()

    /// The one place where errors of the layers below become answers; nil for a fault of ours.
    static func explaining(_ error: any Error) -> Problem? {
        switch error {
        case let error as StoreError: Problem(error)
        case let error as GiftSheet.Refusal: Problem(error)
        case let error as Door.Refusal: Problem(error)
        case is PasswordHasher.Busy, is PoolTimeout: .busy(retryAfter: 2)
        case let error as PostgreSQLError: Problem(error)
        default: nil
        }
    }

    private init?(_ error: StoreError) {
        switch error {
        case .signedOut: self = .signedOut
        case .notFound: self = .notFound
        case .forbidden(let reason): self = Problem(403, type: "/problems/forbidden", title: "You may not do this", detail: reason)
        case .conflict(let type, let detail): self = Problem(409, type: "/problems/\(type)", title: "It clashes with what is there", detail: detail)
        case .stale:
            self = Problem(
                412, type: "/problems/changed-meanwhile", title: "It was changed meanwhile", detail: "Read it again and repeat your change.")
        case .invalid(let pointer, let detail): self = .invalid([Field(pointer, detail)])
        }
    }

    private init(_ refusal: Door.Refusal) {
        switch refusal {
        case .wrongCredentials:
            self = Problem(401, type: "/problems/wrong-credentials", title: "Address or password is wrong")
        case .tooManyAttempts(let seconds):
            self = Problem(429, type: "/problems/too-many-attempts", title: "Too many attempts", detail: "Try again in \(seconds) seconds.")
            headers["Retry-After"] = String(seconds)
        }
    }

    private init?(_ error: PostgreSQLError) {
        switch error.sqlState {
        // Insufficient privilege means that a policy refused: for this caller it is not there.
        case "42501": self = .notFound
        case "23503": self = Problem(422, type: "/problems/invalid-request", title: "It refers to something that is not there")
        case "53100": self = .diskFull
        // A lock that was not to be had in time.
        case "55P03": self = .busy(retryAfter: 5)
        case let state? where state.hasPrefix("53") || state.hasPrefix("57") || state.hasPrefix("08"): self = .busy(retryAfter: 5)
        case nil: self = .busy(retryAfter: 5)
        default: return nil
        }
    }
}
