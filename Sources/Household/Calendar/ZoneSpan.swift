import Foundation

/// The stretch of time over which a file needs the rules of a zone.
struct ZoneSpan {
    var from: Date
    /// Nil for a series without an end.
    var to: Date?

    /// The zones in which `events` are written, by name, each with the span of all its events.
    static func needed(by events: [Event]) -> [(Zone, ZoneSpan)] {
        var spans: [Zone: ZoneSpan] = [:]
        for event in events {
            let span = ZoneSpan(of: event)
            for zone in Set([event.start.zone, event.end(from: event.start)?.zone].compactMap(\.self)) where zone != .utc {
                spans[zone] = spans[zone].map { $0.union(span) } ?? span
            }
        }
        return spans.sorted { $0.key.name < $1.key.name }
    }

    private init(of event: Event) {
        let zone = event.start.zone ?? .utc
        from = event.start.instant(in: zone)
        to = from
        if let rule = event.recurrence {
            guard rule.count != nil || rule.until != nil else {
                to = nil
                return
            }
            var last: EventOccurrence?
            for occurrence in Recurrence(of: event) { last = occurrence }
            to = max(from, last?.start.instant(in: zone) ?? from)
        }
        if case .seconds(let seconds, _) = event.length { to = to?.addingTimeInterval(seconds) }
    }

    private func union(_ other: ZoneSpan) -> ZoneSpan {
        var union = self
        union.from = min(from, other.from)
        if let end = to, let otherEnd = other.to { union.to = max(end, otherEnd) } else { union.to = nil }
        return union
    }
}
