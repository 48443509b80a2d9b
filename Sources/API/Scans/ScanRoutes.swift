import Household
import HTTPServer
import ServiceKit
import Store

extension Router<APIContext> {
    mutating func addScans() {
        on("POST", "/api/v1/households/:household/scans", body: .buffered(upTo: ScanUpload.largestBody), addScan)
        on("GET", "/api/v1/households/:household/scans", listScans)
        on("GET", "/api/v1/households/:household/scans/:scan", showScan)
        on("DELETE", "/api/v1/households/:household/scans/:scan", deleteScan)
        on("POST", "/api/v1/households/:household/scans/:scan/retry", retryScan)
        on("GET", "/api/v1/households/:household/scans/:scan/picture", showPicture)
    }
}

/// A picture as it came in a form, checked by its header before anything is stored.
struct ScanUpload {
    /// The picture, and what a form lays around it.
    static let largestBody = PictureLimits.bytes + 64 << 10

    var kind: ScanKind
    var bytes: [UInt8]

    init(_ request: HTTPRequest) throws(Problem) {
        let form = try Multipart(request)
        let kind = form["kind"]?.text.flatMap { ScanKind($0) }, image = form["image"]
        guard let kind, let image else {
            var errors: [Problem.Field] = []
            if kind == nil { errors.append(.init("/kind", "must be flyer or receipt")) }
            if image == nil { errors.append(.init("/image", "is required: send the picture as a part named image")) }
            throw .invalid(errors)
        }
        self.kind = kind
        bytes = Array(image.bytes)
        do throws(PictureRefusal) { _ = try PictureHeader(bytes) } catch {
            throw Problem(422, type: "/problems/unreadable-picture", title: "This picture cannot be read", detail: error.sentence,
                errors: [.init("/image", error.sentence)])
        }
    }
}

@Sendable private func addScan(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let upload = try ScanUpload(request)
    let scan = try await context.store.addScan(try context.newID(request), kind: upload.kind, bytes: upload.bytes, as: caller)
    return .json(202, ScanAnswer(scan: scan)).with("Location", "\(request.path)/\(scan.id)")
}

@Sendable private func listScans(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let zone = try await context.store.membership(caller).zone
    return .list(try await context.store.scans(limit: 100, as: caller).map { ScanAnswer(scan: $0, reading: try ScanReadingAnswer($0, zone: zone)) })
}

@Sendable private func showScan(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let scan = try await context.store.scan(try path.id("scan"), as: caller)
    let zone = scan.reading == nil ? .utc : try await context.store.membership(caller).zone
    return .json(200, try ScanAnswer(scan: scan, reading: ScanReadingAnswer(scan, zone: zone)))
}

@Sendable private func deleteScan(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    try await context.store.deleteScan(try path.id("scan"), as: try context.caller(request, path))
    return .noContent
}

@Sendable private func retryScan(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .json(202, ScanAnswer(scan: try await context.store.retryScan(try path.id("scan"), as: try context.caller(request, path))))
}

@Sendable private func showPicture(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let picture = try await context.store.picture(of: try path.id("scan", of: ScanView.self), as: try context.caller(request, path))
    return HTTPResponse(status: 200, headers: ["Content-Type": picture.mediaType, "Cache-Control": "private, max-age=86400"], body: .bytes(picture.bytes))
}

struct ScanAnswer: JSONValue {
    let scan: ScanView
    var reading = ScanReadingAnswer.none

    func write(to json: inout JSONWriter) {
        json.object {
            writeState(to: &$0)
            reading.writeFields(to: &$0)
        }
    }

    /// All but what was read.
    func writeState(to json: inout JSONWriter) {
        json.field("id", scan.id)
        json.field("kind", scan.kind.rawValue)
        json.field("state", scan.state.rawValue)
        json.field("stage", scan.stage)
        json.field("progress", scan.progress)
        if let problem = scan.problem { json.field("problem", problem) }
        json.field("created", Moment(scan.created))
    }
}
