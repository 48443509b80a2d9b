import Foundation
public import Household
public import HTTPServer
import ServiceKit
import Store

extension Router<APIContext> {
    mutating func addAdministration() {
        on("GET", "/api/v1/administration/jobs", listJobs)
        on("GET", "/api/v1/administration/jobs/statistics", showQueues)
        on("GET", "/api/v1/administration/jobs/:job", showJob)
        on("POST", "/api/v1/administration/jobs/:job/retry", retryJob)
        on("POST", "/api/v1/administration/jobs/:job/burial", buryJob)
    }
}

/// Why an open job is to end.
struct Burial: RequestBody {
    var reason: String
    init(_ fields: inout Fields) { reason = fields.text("reason", 1...Administration.longestReason) }
}

extension APIContext {
    /// Asked before anything else of a request is looked at: whoever is no administrator gets the answer of a
    /// page that does not exist, whatever they send.
    fileprivate func administration(_ request: HTTPRequest) async throws -> Administration {
        try await store.administration(try session(request))
    }
}

/// `?state=&queue=&kind=` choose, `?cursor=` goes on.
@Sendable private func listJobs(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let administration = try await context.administration(request)
    var filter = Administration.Filter(queue: request.query["queue"], kind: request.query["kind"])
    if let text = request.query["state"] {
        guard let state = ServerJob.State(rawValue: text) else { throw Problem(400, title: "The query is not valid", detail: "There is no such state.") }
        filter.state = state
    }
    let cursor = request.query["cursor"].map { ServerJob.ID($0) }
    if case .some(nil) = cursor { throw Problem(400, title: "The query is not valid", detail: "The cursor is not one of ours.") }
    let page = try await administration.jobs(filter, before: cursor ?? nil)
    return .json(200, Page(page.jobs, next: page.next?.description))
}

@Sendable private func showQueues(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .list(try await context.administration(request).queues())
}

@Sendable private func showJob(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .json(200, try await context.administration(request).job(try path.id("job")))
}

@Sendable private func retryJob(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let job = try await context.administration(request).retry(try path.id("job"))
    Logger.current.log(.notice, "an administrator had a job tried again", ["job": "\(job.id)"])
    return .json(200, job)
}

@Sendable private func buryJob(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let administration = try await context.administration(request)
    let body: Burial = try request.decode()
    let job = try await administration.bury(try path.id("job"), reason: body.reason)
    Logger.current.log(.notice, "an administrator buried a job", ["job": "\(job.id)"])
    return .json(200, job)
}

extension ServerJob: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", id)
            $0.field("household", household)
            $0.field("kind", kind)
            $0.field("queue", queue)
            $0.field("state", state.rawValue)
            $0.field("attempt", attempt)
            $0.field("attempts", attempts)
            $0.field("created", Moment(created))
            $0.field("due", Moment(due))
            $0.field("started", started.map { Moment($0) })
            $0.field("ended", ended.map { Moment($0) })
            $0.field("reason", reason)
        }
    }
}

extension QueueFigures: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("queue", queue)
            $0.field("due", due)
            $0.field("later", later)
            $0.field("handedOver", handedOver)
            $0.field("running", running)
            $0.field("dead", dead)
            $0.field("retried", retried)
            $0.field("oldestAgeSeconds", oldestAge)
            $0.field("attempts", attempts)
            $0.field("doneLastHour", done)
            $0.field("diedLastHour", died)
            $0.field("medianRunSeconds", medianRun)
            $0.field("slowestRunSeconds", slowestRun)
        }
    }
}
