import Foundation
import Household
import HTTPServer
import ServiceKit
import Store

extension Router<WebContext> {
    mutating func addScans() {
        page("/h/:household/scan") { room, _ in try await ScanHandlers(room: room).list() }
        form("/h/:household/scan", body: .buffered(upTo: ScanHandlers.largestUpload)) { room, form, _ in
            try await ScanHandlers(room: room).upload(form)
        }
        page("/h/:household/scan/:scan") { room, path in try await ScanHandlers(room: room).show(try path.id("scan")) }
        page("/h/:household/scan/:scan/progress") { room, path in try await ScanHandlers(room: room).progress(try path.id("scan")) }
        page("/h/:household/scan/:scan/picture") { room, path in try await ScanHandlers(room: room).picture(try path.id("scan")) }
        form("/h/:household/scan/:scan/retry") { room, _, path in try await ScanHandlers(room: room).retry(try path.id("scan")) }
        form("/h/:household/scan/:scan/removal") { room, _, path in try await ScanHandlers(room: room).remove(try path.id("scan")) }
        form("/h/:household/scan/:scan/receipt") { room, form, path in try await ReceiptHandlers(room: room, path).confirm(form) }
        form("/h/:household/scan/:scan/drafts/:number") { room, form, path in try await DraftHandlers(room: room, path).confirm(form) }
        form("/h/:household/scan/:scan/drafts/:number/removal") { room, _, path in try DraftHandlers(room: room, path).leaveOut(true) }
        form("/h/:household/scan/:scan/drafts/:number/return") { room, _, path in try DraftHandlers(room: room, path).leaveOut(false) }
    }
}

/// A photo from upload to what was read of it.
struct ScanHandlers: Sendable {
    /// Scans in the list.
    static let listed = 50

    /// Bytes of an upload: somewhat more than a picture may have, so that one that is too large is told by how much.
    static let largestUpload = PictureLimits.bytes + 5_000_000

    let room: Room

    func list(_ entries: Entries = .empty) async throws -> HTTPResponse {
        let scans = try await room.store.scans(limit: Self.listed, as: room.caller)
        let page = ScanPage(
            scans: scans.map { scan in
                .init(
                    key: "\(scan.id)", kind: scan.kind, state: Self.state(scan), title: title(scan), when: room.when(scan.created),
                    hasPicture: scan.hasPicture)
            }, pictureLimit: PictureLimits.bytes / 1_000_000, entries: entries)
        return room.page(page.html(in: room.frame), status: room.status(entries))
    }

    private static func state(_ scan: ScanView) -> ScanPage.State {
        switch scan.state {
        case .queued: .waiting
        case .running: .reading
        case .ready: scan.isConfirmed ? .added : .ready
        case .failed: .failed
        }
    }

    private func title(_ scan: ScanView) -> String? {
        switch scan.kind {
        case .flyer: scan.drafts(EventDraft.self).lazy.compactMap(\.title).first
        case .receipt: scan.drafts(ReceiptDraft.self).lazy.compactMap(\.merchant).first
        }
    }

    func upload(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        guard let kind = ScanKind(form["kind"]) else { throw Problem.notFound }
        let bytes = [UInt8](try Multipart(room.visit.request)["image"]?.bytes ?? [])
        do throws(PictureRefusal) { _ = try PictureHeader(bytes) } catch {
            form.refuse("image", error == .empty ? "Choose a photo first." : error.sentence)
            return try await list(form.entries)
        }
        do {
            let scan = try await room.store.addScan(.init(.v7()), kind: kind, bytes: bytes, as: room.caller)
            return room.see("/scan/\(scan.id)")
        } catch StoreError.conflict(_, let detail) {
            form.refuse("image", detail)
            return try await list(form.entries)
        }
    }

    /// One address for the whole life of a scan: what it shows is what is stored.
    func show(_ id: ScanView.ID) async throws -> HTTPResponse {
        let scan = try await room.store.scan(id, as: room.caller)
        let photo = try await photo(scan)
        switch (scan.state, scan.kind) {
        case (.queued, _), (.running, _):
            return room.page(progressPage(scan, photo).html(in: room.frame))
        case (.ready, .flyer):
            if let photo, !scan.drafts(EventDraft.self).isEmpty { return try await DraftHandlers(room: room, scan: id).show(scan, photo) }
            return room.page(failed(scan, "There is no date on this photo that we could read.", photo, canRetry: false))
        case (.ready, .receipt):
            if let photo, let draft = scan.drafts(ReceiptDraft.self).first { return try await ReceiptHandlers(room: room, scan: id).show(draft, photo) }
            return room.page(failed(scan, "There is no sum on this photo that we could read.", photo, canRetry: false))
        case (.failed, _):
            return room.page(failed(scan, scan.problem ?? "The photo could not be read.", photo, canRetry: true))
        }
    }

    /// The part of the page that asks for itself; once the scan is over it sends the whole page on.
    func progress(_ id: ScanView.ID) async throws -> HTTPResponse {
        let scan = try await room.store.scan(id, as: room.caller)
        let address = room.frame.path("/scan/\(id)")
        if scan.state.isOver {
            let isPart = room.visit.request.headers["HX-Request"] != nil
            return isPart ? HTTPResponse(status: 200, headers: ["HX-Redirect": address, "Cache-Control": "no-store"]) : room.see("/scan/\(id)")
        }
        return room.page(progressPage(scan, nil).progress(in: room.frame))
    }

    func picture(_ id: ScanView.ID) async throws -> HTTPResponse {
        HTTPResponse.picture(try await room.store.picture(of: id, as: room.caller), tag: "scan-\(id)", for: room.visit.request)
    }

    func retry(_ id: ScanView.ID) async throws -> HTTPResponse {
        do {
            _ = try await room.store.retryScan(id, as: room.caller)
        } catch StoreError.conflict {
            // It is being read again already: its page says how far.
        }
        return room.see("/scan/\(id)")
    }

    func remove(_ id: ScanView.ID) async throws -> HTTPResponse {
        try await room.store.deleteScan(id, as: room.caller)
        return room.see("/scan", saying: .removed)
    }

    func photo(_ scan: ScanView) async throws -> Photo? {
        guard scan.hasPicture, let size = try await room.store.pictureSize(of: scan.id, as: room.caller) else { return nil }
        return Photo(rest: "/scan/\(scan.id)/picture", width: size.width, height: size.height)
    }

    private func progressPage(_ scan: ScanView, _ photo: Photo?) -> ScanProgressPage {
        let stage: ScanStage = switch scan.stage {
        case "straightening": .straightening
        case "reading": .reading
        case "understanding": .understanding
        case "ready": .ready
        default: .received
        }
        return ScanProgressPage(key: "\(scan.id)", kind: scan.kind, stage: stage, percent: scan.progress, photo: photo)
    }

    private func failed(_ scan: ScanView, _ problem: String, _ photo: Photo?, canRetry: Bool) -> HTML {
        ScanFailedPage(key: "\(scan.id)", problem: problem, photo: photo, canRetry: canRetry, form: EventForm(scanKey: "\(scan.id)")).html(in: room.frame)
    }
}

extension ScanView {
    /// What was understood; empty until it is ready, and where an older version wrote what this one cannot read.
    func drafts<Draft: Codable & Sendable & Hashable>(_: Draft.Type) -> [Draft] {
        guard let reading else { return [] }
        return (try? JSONDecoder().decode(Reading<Draft>.self, from: Data(reading.utf8)))?.drafts ?? []
    }
}
