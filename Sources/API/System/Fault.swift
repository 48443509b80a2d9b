import HTTPServer

/// A problem that an operation may answer, by its status and the `type` that programs tell it by.
struct Fault: Sendable, Hashable {
    var status: Int
    var type: String
    var words: String

    private static let unnamed = "about:blank"

    static let malformed = Fault(status: 400, type: unnamed, words: "The body, the path or the query cannot be read.")
    static let signedOut = Fault(status: 401, type: "/problems/signed-out", words: "There is no session, or it is over.")
    static let wrongCredentials = Fault(status: 401, type: "/problems/wrong-credentials", words: "Address or password is wrong.")
    static let forbidden = Fault(status: 403, type: "/problems/forbidden", words: "The caller's role may not do this.")
    static let notFound = Fault(status: 404, type: unnamed, words: "It is not there, or not for the caller: the two look alike.")
    static let changedMeanwhile = Fault(status: 412, type: unnamed, words: "It is in another state than If-Match says.")
    static let overtaken = Fault(status: 412, type: "/problems/changed-meanwhile", words: "Somebody else changed it at this moment.")
    static let tooLarge = Fault(status: 413, type: unnamed, words: "The body is too large.")
    static let wrongMedia = Fault(status: 415, type: unnamed, words: "The body has another media type.")
    static let invalid = Fault(status: 422, type: "/problems/invalid-request", words: "Fields are wrong; errors names every one.")
    static let tooManyAttempts = Fault(status: 429, type: "/problems/too-many-attempts", words: "Too many attempts; see Retry-After.")
    static let busy = Fault(status: 503, type: unnamed, words: "Busy; see Retry-After.")

    /// 409
    static func conflict(_ type: String, _ words: String) -> Fault { Fault(status: 409, type: "/problems/\(type)", words: words) }

    /// One response for all faults of one status.
    static func response(_ faults: [Fault]) -> JSON {
        let types = Set(faults.map(\.type)).sorted().map(JSON.string)
        let words = Set(faults.map(\.words)).sorted().joined(separator: " ")
        let schema: JSON = ["allOf": [Schema.component("Problem").json, ["properties": ["type": ["enum": .array(types)]]]]]
        var members: [String: JSON] = ["description": .string(words), "content": ["application/problem+json": ["schema": schema]]]
        if faults.contains(where: { $0.status == 429 || $0.status == 503 }) {
            members["headers"] = ["Retry-After": ["description": "Seconds until another try makes sense.", "schema": ["type": "integer"]]]
        }
        return .object(members)
    }
}
