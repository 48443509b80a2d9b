/// The one error this server answers with (RFC 9457, `application/problem+json`).
public struct Problem: Error, Sendable, Equatable {
    /// What is wrong with one field.
    public struct Field: Sendable, Equatable {
        /// JSON pointer (RFC 6901) to the field, such as `/limit/minor`.
        public var pointer: String
        /// Words that follow the field's name, such as "is required".
        public var detail: String

        public init(_ pointer: String, _ detail: String) {
            self.pointer = pointer
            self.detail = detail
        }
    }

    /// A stable name of the kind of problem; `about:blank` where the status says it all.
    public var type: String
    public var title: String
    public var status: Int
    public var detail: String?
    public var errors: [Field]

    /// Sent with the answer, such as `Retry-After`.
    public var headers: [String: String] = [:]

    public init(_ status: Int, type: String = "about:blank", title: String, detail: String? = nil, errors: [Field] = []) {
        self.status = status
        self.type = type
        self.title = title
        self.detail = detail
        self.errors = errors
    }

    /// Missing, or not for you: the two look alike.
    public static let notFound = Problem(404, title: "There is nothing here")

    /// Our fault; what it was stands in the log under the request's id.
    public static let failed = Problem(500, title: "Something went wrong on our side")

    public static func invalid(_ errors: [Field]) -> Problem {
        Problem(422, type: "/problems/invalid-request", title: "Some fields need another look", errors: errors)
    }

    /// 503 with the time after which another try makes sense.
    public static func busy(retryAfter seconds: Int) -> Problem {
        var problem = Problem(503, title: "The server is busy", detail: "Please try again in a moment.")
        problem.headers["Retry-After"] = String(seconds)
        return problem
    }

    static func tooLarge(_ limit: Int) -> Problem {
        Problem(413, title: "That is too large", detail: "At most \(limit) bytes are taken here.")
    }
}

extension Problem: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("type", type)
            $0.field("title", title)
            $0.field("status", status)
            if let detail { $0.field("detail", detail) }
            if !errors.isEmpty { $0.field("errors", errors) }
        }
    }
}

extension Problem.Field: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("pointer", pointer)
            $0.field("detail", detail)
        }
    }
}

extension HTTPResponse {
    public init(_ problem: Problem) {
        self = .json(problem.status, problem, type: "application/problem+json")
        for (name, value) in problem.headers.sorted(by: { $0.key < $1.key }) { headers[name] = value }
    }
}
