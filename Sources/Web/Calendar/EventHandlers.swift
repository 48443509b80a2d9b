import Foundation
import Household
import HTTPServer
import Store

/// One event.
struct EventHandlers: Sendable {
    let room: Room
    let id: Event.ID

    init(room: Room, _ path: Path) throws {
        self.room = room
        id = try path.id("event")
    }

    func show(_ refused: Entries? = nil) async throws -> HTTPResponse {
        let view = try await room.store.event(id, as: room.caller)
        let size = view.hasPicture ? try await room.store.pictureSize(of: id, as: room.caller) : nil
        let entries = refused ?? Entries(values: EventEntry.values(of: view.event))
        let page = EventPage(
            key: "\(id)", title: view.event.title, when: when(view.event), relative: relative(view.event), place: view.event.location,
            notes: notes(view.event), photo: size.map { Photo(rest: "/calendar/\(id)/picture", width: $0.width, height: $0.height) },
            form: EventForm(rest: "/calendar/\(id)", submit: "Save", version: "\(view.version)", entries: entries, isMain: false))
        return room.page(page.html(in: room.frame), status: room.status(entries))
    }

    private func when(_ event: Event) -> String {
        let words = DayText().full(from: event.start, to: event.end)
        guard let zone = event.start.zone, zone != room.zone else { return words }
        return "\(words) (\(zone.name))"
    }

    private func relative(_ event: Event) -> String {
        let words = event.start.day.relative(to: room.today)
        let sentence = words.prefix(1).uppercased() + words.dropFirst()
        return event.recurrence.map { "\(sentence), \($0.words)" } ?? sentence
    }

    private func notes(_ event: Event) -> String? {
        let parts = [event.description, event.url].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }

    func change(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let view = try await room.store.event(id, as: room.caller)
        guard let details = EventEntry.read(&form, zone: view.event.start.zone ?? room.zone, keeping: view.event) else { return try await show(form.entries) }
        do {
            _ = try await room.store.replaceEvent(id, with: details, version: Int(form["version"]), as: room.caller)
        } catch StoreError.stale {
            return room.see("/calendar/\(id)", saying: .changedElsewhere)
        }
        return room.see("/calendar/\(id)", saying: .saved)
    }

    func remove() async throws -> HTTPResponse {
        try await room.store.deleteEvent(id, version: nil, as: room.caller)
        return room.see("/calendar", saying: .removed)
    }

    /// For the calendar of a phone.
    func file() async throws -> HTTPResponse {
        let view = try await room.store.event(id, as: room.caller)
        return HTTPResponse.text(200, CalendarWriter().text(of: view.event), type: CalendarWriter.mediaType)
            .with("Content-Disposition", "attachment; filename=\"event.ics\"").with("Cache-Control", "private, no-cache")
            .with("X-Content-Type-Options", "nosniff").tagged(EntityTag("\(id)-\(view.version)"), for: room.visit.request)
    }

    func picture() async throws -> HTTPResponse {
        HTTPResponse.picture(try await room.store.picture(of: id, as: room.caller), tag: "event-\(id)", for: room.visit.request)
    }
}

extension RecurrenceRule {
    /// "every week"; a rule that says more is called by its rhythm alone.
    var words: String {
        let unit = switch frequency {
        case .daily: "day"
        case .weekly: "week"
        case .monthly: "month"
        case .yearly: "year"
        }
        return interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
    }
}

extension HTTPResponse {
    /// A picture of the household: for this browser alone, and soon only asked whether it is still the same.
    static func picture(_ picture: StoredPicture, tag: String, for request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": picture.mediaType, "Cache-Control": "private, max-age=300", "X-Content-Type-Options": "nosniff",
                "Content-Security-Policy": "default-src 'none'; sandbox", "Cross-Origin-Resource-Policy": "same-origin",
            ],
            body: .bytes(picture.bytes)
        ).tagged(EntityTag("\(tag)-\(picture.bytes.count)"), for: request)
    }
}
