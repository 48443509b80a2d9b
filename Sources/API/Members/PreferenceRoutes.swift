import Household
public import HTTPServer
public import Store

extension Router<APIContext> {
    mutating func addPreferences() {
        on("GET", "/api/v1/preferences", showPreferences)
        on("PATCH", "/api/v1/preferences", changePreferences)
        on("GET", "/api/v1/households/:household/sharing", showSharing)
        on("PATCH", "/api/v1/households/:household/sharing", changeSharing)
    }
}

/// `{"from": "21:00", "to": "07:30"}`
private struct QuietBody: RequestBody {
    var hours: QuietHours?

    init(_ fields: inout Fields) {
        let (from, to): (LocalTime, LocalTime) = (fields.value("from"), fields.value("to"))
        hours = QuietHours(from: from, to: to)
    }
}

/// `{"at": "18:00", "weekday": 5}`; without a weekday each day.
private struct DigestBody: RequestBody {
    var rhythm: MailRhythm

    init(_ fields: inout Fields) {
        let at: LocalTime = fields.value("at")
        rhythm = .daily(at: at)
        guard fields.optional("weekday", as: JSON.self) != nil else { return }
        if let weekday = Weekday(rawValue: fields.integer("weekday", in: 1...7)) { rhythm = .weekly(on: weekday, at: at) }
    }
}

private struct WaysBody: RequestBody {
    var ways: [Notice.Kind: NoticeWay] = [:]

    init(_ fields: inout Fields) {
        for kind in Notice.Kind.chosen { ways[kind] = fields.optional(kind.rawValue) }
    }
}

private struct PreferenceBody: RequestBody {
    var change: PreferenceChange

    init(_ fields: inout Fields) {
        change = PreferenceChange(mailNotices: fields.optional("mailNotices"))
        if fields.change("quiet", as: JSON.self) != .keep {
            let quiet: QuietBody? = fields.optionalObject("quiet")
            change.quiet = .some(quiet?.hours)
            fields.check(quiet == nil || quiet?.hours != nil, "quiet/to", "must be another time than from")
        }
        if fields.change("digest", as: JSON.self) != .keep {
            let digest: DigestBody? = fields.optionalObject("digest")
            change.rhythm = digest?.rhythm ?? .atOnce
        }
        let ways: WaysBody? = fields.optionalObject("ways")
        change.ways = ways?.ways ?? [:]
    }
}

private struct SharingBody: RequestBody {
    var mailbox: [Member.ID]?
    var device: [Member.ID]?

    init(_ fields: inout Fields) {
        if fields.optional("mailbox", as: JSON.self) != nil { mailbox = fields.list("mailbox", limit: Sharing.largestList) }
        if fields.optional("device", as: JSON.self) != nil { device = fields.list("device", limit: Sharing.largestList) }
    }
}

@Sendable private func showPreferences(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .json(200, try await context.store.preferences(try context.session(request)))
}

@Sendable private func changePreferences(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let key = try context.session(request)
    let body: PreferenceBody = try request.decode()
    return .json(200, try await context.store.changePreferences(body.change, key))
}

@Sendable private func showSharing(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .json(200, try await context.store.sharing(try context.session(request), in: try path.id("household")))
}

@Sendable private func changeSharing(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let key = try context.session(request)
    let body: SharingBody = try request.decode()
    return .json(200, try await context.store.changeSharing(mailbox: body.mailbox, device: body.device, key, in: try path.id("household")))
}

extension Preferences: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("mailNotices", mailNotices)
            $0.field("quiet", timing.quiet.map { QuietAnswer(hours: $0) })
            $0.field("digest", DigestAnswer(timing.rhythm))
            $0.field("ways", WaysAnswer(ways: ways))
        }
    }
}

private struct QuietAnswer: JSONValue {
    var hours: QuietHours

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("from", hours.from.description)
            $0.field("to", hours.to.description)
        }
    }
}

private struct DigestAnswer: JSONValue {
    var at: LocalTime
    var weekday: Weekday?

    init?(_ rhythm: MailRhythm) {
        switch rhythm {
        case .atOnce: return nil
        case .daily(let at): self.at = at
        case .weekly(let weekday, let at): (self.at, self.weekday) = (at, weekday)
        }
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("at", at.description)
            $0.field("weekday", weekday?.rawValue)
        }
    }
}

private struct WaysAnswer: JSONValue {
    var ways: [Notice.Kind: NoticeWay]

    func write(to json: inout JSONWriter) {
        json.object { for kind in Notice.Kind.chosen { $0.field(named: kind.rawValue, (ways[kind] ?? .mail).rawValue) } }
    }
}

extension Sharing: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("mailbox", mailbox)
            $0.field("device", device)
        }
    }
}
