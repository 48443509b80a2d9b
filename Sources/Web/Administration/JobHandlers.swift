import Foundation
import Household
import HTTPServer
import ServiceKit
import Store

extension Router<WebContext> {
    mutating func addAdministration() {
        doorPage("/administration/jobs") { visit, _ in try await JobHandlers.enter(visit).show() }
        doorPage("/administration/jobs/:job") { visit, path in try await JobHandlers.enter(visit).job(try path.id("job")) }
        doorPage("/administration/jobs/:job/burial") { visit, path in try await JobHandlers.enter(visit).askForReason(try path.id("job")) }
        doorForm("/administration/jobs/:job/retry") { visit, _, path in try await JobHandlers.enter(visit).retry(try path.id("job")) }
        doorForm("/administration/jobs/:job/burial") { visit, form, path in try await JobHandlers.enter(visit).bury(try path.id("job"), form) }
    }
}

/// The server's jobs. For everybody but an administrator these pages are not there.
struct JobHandlers: Sendable {
    let visit: Visit
    let administration: Administration
    let zone: Zone

    private static let deadShown = 20
    private static let openShown = 10

    static func enter(_ visit: Visit) async throws -> JobHandlers {
        let key = try visit.key
        let administration = try await visit.store.administration(key)
        return JobHandlers(visit: visit, administration: administration, zone: try await visit.store.account(key).zone)
    }

    private var now: Date { visit.context.clock() }

    func show() async throws -> HTTPResponse {
        let query = visit.request.query
        let isChosen = ["state", "queue", "kind"].contains { query[$0] != nil }
        return isChosen ? try await list(query) : try await overview()
    }

    private func overview() async throws -> HTTPResponse {
        let queues = try await administration.queues()
        let dead = queues.contains { $0.dead > 0 } ? try await administration.jobs(.init(state: .dead), limit: Self.deadShown).jobs : []
        var open: [ServerJob] = []
        for state in [ServerJob.State.running, .published, .waiting] where open.count < Self.openShown {
            open += try await administration.jobs(.init(state: state), limit: Self.openShown - open.count).jobs
        }
        let page = JobsPage(asOf: time, queues: queues, dead: dead.map(row), open: open.map(row))
        return visit.page(page.html(in: visit.doorFrame))
    }

    /// "14:05:12"
    private var time: String {
        let seconds = Int(now.timeIntervalSince1970.rounded(.down)) % 60
        return "\(zone.local(at: now).time):\(seconds < 10 ? "0" : "")\(seconds)"
    }

    private func list(_ query: Query) async throws -> HTTPResponse {
        func chosen(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }
        let choice = JobListPage.Choice(state: chosen("state").flatMap { ServerJob.State(rawValue: $0) }, queue: chosen("queue"), kind: chosen("kind"))
        let filter = Administration.Filter(state: choice.state, queue: choice.queue, kind: choice.kind)
        let (jobs, next) = try await administration.jobs(filter, before: chosen("before").flatMap { ServerJob.ID($0) })
        return visit.page(JobListPage(choice: choice, jobs: jobs.map(row), older: next?.description).html(in: visit.doorFrame))
    }

    func job(_ id: ServerJob.ID) async throws -> HTTPResponse {
        let job = try await administration.job(id)
        let moments = [("Made", job.created), ("Due", job.due), ("Last run", job.started), ("Ended", job.ended)].compactMap { name, moment in
            moment.map { (name: name, value: zone.when($0, now: now)) }
        }
        var facts = [(name: "Queue", value: job.queue), (name: "Attempts", value: "\(job.attempt) of \(job.attempts)")] + moments
        if let started = job.started, let ended = job.ended, job.state == .done {
            facts.append(("Took", lengthWords(ended.timeIntervalSince(started))))
        }
        facts += [(name: "Household", value: job.household?.description ?? "none"), (name: "Id", value: job.id.description)]
        let page = JobPage(key: "\(job.id)", kind: job.kind, state: job.state, facts: facts, reason: job.reason)
        return visit.page(page.html(in: visit.doorFrame))
    }

    func askForReason(_ id: ServerJob.ID, _ entries: Entries = .empty) async throws -> HTTPResponse {
        let job = try await administration.job(id)
        guard job.state.isOpen else { return visit.seeOther("\(JobsPage.path)/\(id)", saying: .word(.movedOn)) }
        let page = BurialPage(
            key: "\(id)", kind: job.kind, isRunning: job.state == .running, entries: entries, longestReason: Administration.longestReason)
        return visit.page(page.html(in: visit.doorFrame), status: entries.hasErrors ? 422 : 200)
    }

    func retry(_ id: ServerJob.ID) async throws -> HTTPResponse {
        try await change(id, saying: .retried, log: "an administrator had a job tried again") { _ = try await administration.retry(id) }
    }

    func bury(_ id: ServerJob.ID, _ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let reason = form.text("reason", upTo: Administration.longestReason)
        guard form.isSound else { return try await askForReason(id, form.entries) }
        return try await change(id, saying: .buried, log: "an administrator buried a job") { _ = try await administration.bury(id, reason: reason) }
    }

    private func change(
        _ id: ServerJob.ID, saying word: FlashNote.Word, log message: StaticString, _ change: () async throws -> Void
    ) async throws -> HTTPResponse {
        do {
            try await change()
            Logger.current.log(.notice, message, ["job": "\(id)"])
            return visit.seeOther(JobsPage.path, saying: .word(word))
        } catch StoreError.conflict {
            return visit.seeOther("\(JobsPage.path)/\(id)", saying: .word(.movedOn))
        }
    }

    private func row(_ job: ServerJob) -> JobRow {
        let moment = switch job.state {
        case .waiting: job.due > now ? "due \(when(job.due))" : "due since \(when(job.due))"
        case .published: "due since \(when(job.due))"
        case .running: "running since \(when(job.started ?? job.due))"
        case .done: "done \(when(job.ended ?? job.due))"
        case .dead: "died \(when(job.ended ?? job.due))"
        }
        let attempts = "\(job.attempt) of \(count(job.attempts, "attempt", "attempts"))"
        return JobRow(
            key: "\(job.id)", kind: job.kind, mark: job.state.mark, words: "\(job.queue), \(attempts), \(moment)", reason: job.reason,
            canRetry: job.state == .dead)
    }

    private func when(_ moment: Date) -> String { zone.when(moment, now: now) }
}
