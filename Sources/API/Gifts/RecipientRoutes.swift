public import Household
public import HTTPServer
import ServiceKit
public import Store

extension Router<APIContext> {
    mutating func addRecipients() {
        on("POST", "/api/v1/households/:household/recipients", addRecipient)
        on("GET", "/api/v1/households/:household/recipients", listRecipients)
        on("GET", "/api/v1/households/:household/recipients/:recipient", showRecipient)
        on("PATCH", "/api/v1/households/:household/recipients/:recipient", changeRecipient)
        on("DELETE", "/api/v1/households/:household/recipients/:recipient", deleteRecipient)
    }
}

struct NewRecipient: RequestBody {
    var name: String
    /// The member that it is; of a couple both.
    var members: [Member.ID]
    var notes: String?

    init(_ fields: inout Fields) {
        name = fields.text("name", 1...200)
        members = fields.subjects ?? []
        notes = fields.optionalText("notes", 1...10_000)
    }
}

struct RecipientChange: RequestBody {
    var name: String?
    /// Nil keeps them.
    var members: [Member.ID]?
    var notes: String?

    init(_ fields: inout Fields) {
        name = fields.optionalText("name", 1...200)
        members = fields.subjects
        notes = fields.optionalText("notes", 1...10_000)
    }
}

extension Fields {
    /// People that one recipient may stand for.
    static let largestSubjects = 10

    /// `member` for one, or `members`; nil where neither is given.
    fileprivate var subjects: [Member.ID]? {
        mutating get {
            let one: Change<Member.ID> = change("member"), isList = change("members", as: JSON.self) != .keep
            let list: [Member.ID] = list("members", limit: Self.largestSubjects)
            check(one == .keep || !isList, "members", "goes without member")
            check(Set(list).count == list.count, "members", "names somebody twice")
            return switch one {
            case .keep: isList ? list : nil
            case .clear: []
            case .set(let member): [member]
            }
        }
    }
}

@Sendable private func addRecipient(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: NewRecipient = try request.decode()
    let recipient = try await context.store.addRecipient(
        try context.newID(request), name: body.name, subjects: body.members, notes: body.notes, as: caller)
    return .created(try await answer(recipient.id, caller, context), at: "\(request.path)/\(recipient.id)")
}

@Sendable private func listRecipients(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let me = try await context.store.membership(caller).member
    var parts: [Recipient.ID: [RecipientAnswer.OccasionPart]] = [:]
    for view in try await context.store.occasions(as: caller) {
        for part in try await context.store.recipients(on: view.occasion.id, as: caller) {
            parts[part.recipient.id, default: []].append(.init(occasion: view.occasion.id, tally: part.tally))
        }
    }
    return .list(try await context.store.recipients(as: caller).map {
        RecipientAnswer(recipient: $0, notes: nil, occasions: parts[$0.id] ?? [], viewer: me)
    })
}

@Sendable private func showRecipient(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let answer = try await answer(try path.id("recipient"), try context.caller(request, path), context)
    return .json(200, answer).with("ETag", EntityTag("\(answer.recipient.version)").field)
}

@Sendable private func changeRecipient(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), id: Recipient.ID = try path.id("recipient")
    let body: RecipientChange = try request.decode()
    let (before, _) = try await context.store.recipient(id, as: caller)
    try request.requireMatch(EntityTag("\(before.version)"))
    // With If-Match the version must still be the one that was read; without, the last to write wins.
    _ = try await context.store.changeRecipient(
        id, name: body.name, subjects: body.members, notes: body.notes,
        version: request.headers["If-Match"] == nil ? nil : before.version, as: caller)
    let answer = try await answer(id, caller, context)
    return .json(200, answer).with("ETag", EntityTag("\(answer.recipient.version)").field)
}

@Sendable private func deleteRecipient(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.deleteRecipient(try path.id("recipient"), as: try context.caller(request, path))
    return .noContent
}

private func answer(_ id: Recipient.ID, _ caller: Caller, _ context: APIContext) async throws -> RecipientAnswer {
    let me = try await context.store.membership(caller).member
    let (recipient, notes) = try await context.store.recipient(id, as: caller)
    var occasions: [RecipientAnswer.OccasionPart] = []
    for view in try await context.store.occasions(as: caller) {
        let part = try await context.store.recipient(id, on: view.occasion.id, as: caller)
        occasions.append(.init(occasion: view.occasion.id, tally: part.tally))
    }
    return RecipientAnswer(recipient: recipient, notes: notes, occasions: occasions, viewer: me)
}

/// A subject gets the same members as everybody, without figures, whatever there is. Notes are in one recipient's
/// answer, not in the list.
private struct RecipientAnswer: JSONValue {
    struct OccasionPart: JSONValue {
        let occasion: Occasion.ID
        let tally: Tally?

        func write(to json: inout JSONWriter) {
            json.object {
                $0.field("occasion", occasion)
                tally?.writeFields(to: &$0)
            }
        }
    }

    let recipient: Recipient
    let notes: String?
    let occasions: [OccasionPart]
    let viewer: Member.ID

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", recipient.id)
            $0.field("name", recipient.name)
            $0.field("member", recipient.members.first)
            $0.field("members", recipient.members)
            $0.field("surprised", recipient.chosen)
            $0.field("secret", recipient.subjects.contains(viewer))
            $0.field("notes", notes)
            $0.field("occasions", occasions)
        }
    }
}

extension RecipientView: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("recipient", recipient.id)
            tally?.writeFields(to: &$0)
        }
    }
}
