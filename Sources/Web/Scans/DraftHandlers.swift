import Household
import HTTPServer
import Secrets
import Store

/// The dates that were read from one flyer: each is checked, then added or left out.
struct DraftHandlers: Sendable {
    /// Which drafts of the last scan are left out, as "SCAN.1.3". It is a matter of this browser until somebody adds one.
    static let leftOutCookie = "mantel-left-out"

    /// Drafts that one page shows.
    private static let largestList = 40

    let room: Room
    let scan: ScanView.ID
    private var number = 0

    init(room: Room, scan: ScanView.ID) {
        self.room = room
        self.scan = scan
    }

    init(room: Room, _ path: Path) throws {
        self.room = room
        scan = try path.id("scan")
        number = try path.integer("number")
    }

    func show(_ view: ScanView, _ photo: Photo, refused: (number: Int, entries: Entries)? = nil) async throws -> HTTPResponse {
        let drafts = view.drafts(EventDraft.self).prefix(Self.largestList)
        let added = Set(try await room.store.events(readFrom: scan, as: room.caller).map(\.event.id))
        let out = leftOut
        let page = VerifyPage(key: "\(scan)", photo: photo, drafts: drafts.enumerated().map { number, draft in
            let event = eventID(number)
            let state: VerifyPage.Draft.State = added.contains(event) ? .added(eventKey: "\(event)") : out.contains(number) ? .dropped : .open
            return .init(
                number: number, title: draft.title ?? "A date", state: state, fields: DraftFields(draft, zone: room.zone).fields, spelledOut: spelledOut(draft),
                entries: refused?.number == number ? refused?.entries ?? .empty : .empty)
        })
        return room.page(page.html(in: room.frame), status: refused.map { room.status($0.entries) } ?? 200)
    }

    func confirm(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let view = try await room.store.scan(scan, as: room.caller)
        guard view.drafts(EventDraft.self).prefix(Self.largestList).indices.contains(number),
            let photo = try await ScanHandlers(room: room).photo(view)
        else { throw StoreError.notFound }
        if form.has("choose") {
            let choice = form["choose"].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if choice.count == 2 { form.fill(String(choice[0]), String(choice[1])) }
            return try await show(view, photo, refused: (number, form.entries))
        }
        guard let details = EventEntry.read(&form, zone: room.zone) else { return try await show(view, photo, refused: (number, form.entries)) }
        let event = try await room.store.addEvent(eventID(number), details, scan: scan, as: room.caller)
        let open = view.drafts(EventDraft.self).count - leftOut.count
        return open > 1 ? room.see("/scan/\(scan)", saying: .added) : room.see("/calendar/\(event.event.id)", saying: .added)
    }

    func leaveOut(_ isOut: Bool) throws -> HTTPResponse {
        guard (0..<Self.largestList).contains(number) else { throw StoreError.notFound }
        var numbers = leftOut
        if isOut { numbers.insert(number) } else { numbers.remove(number) }
        let value = (["\(scan)"] + numbers.sorted().map(String.init)).joined(separator: ".")
        return room.see("/scan/\(scan)").setting(room.context.cookie(Self.leftOutCookie, value))
    }

    private var leftOut: Set<Int> {
        let parts = (room.visit.request.cookie(Self.leftOutCookie) ?? "").split(separator: ".")
        guard parts.first.map(String.init) == scan.description else { return [] }
        return Set(parts.dropFirst().compactMap { Int($0) }.filter { (0..<Self.largestList).contains($0) })
    }

    /// Each draft becomes one event however often it is confirmed.
    private func eventID(_ number: Int) -> Event.ID {
        Event.ID(room.context.linkSecret.identifier(of: "draft \(scan) \(number)"))
    }

    private func spelledOut(_ draft: EventDraft) -> String? {
        guard let day = draft.start?.day else { return nil }
        let start: EventTime = draft.start?.time.map { .moment(LocalDateTime(day: day, time: $0), room.zone) } ?? .day(day)
        return [DayText().full(start), start.zone?.name].compactMap { $0 }.joined(separator: ", ")
    }
}
