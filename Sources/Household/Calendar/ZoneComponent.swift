import Foundation

/// The VTIMEZONE of a zone, cut to the span that the events of the file need.
///
/// A series without an end gets yearly rules wherever the zone's data follows them, so that a reader far in
/// the future is right, and single dates elsewhere.
struct ZoneComponent {
    /// How far the changes of an endless series are looked at, in years: a whole cycle of weekdays and more.
    static let yearsAhead = 40
    /// The most changes that are written.
    static let maximumTransitions = 400
    /// Spans up to so many days are written as single changes.
    static let shortSpan = 800

    private static let yearAndMore = 400 * 86_400.0

    private let zone: Zone
    private let initial: ZoneTransition
    private let transitions: [ZoneTransition]
    private let isRuled: Bool
    /// Up to when the changes were looked at.
    private let end: Date

    init(_ zone: Zone, over span: ZoneSpan) {
        self.zone = zone
        let day = 86_400.0
        isRuled = span.to.map { $0.timeIntervalSince(span.from) > Double(Self.shortSpan) * day } ?? true
        end = isRuled
            ? max(span.from.addingTimeInterval(Double(Self.yearsAhead) * 365.25 * day), span.to ?? span.from)
            : (span.to ?? span.from).addingTimeInterval(2 * day)

        // What is in force at the start began with the change before, or is written as if a year before.
        let early = span.from.addingTimeInterval(-Self.yearAndMore)
        let before = zone.transitions(from: early, to: span.from, limit: 10)
        let offset = zone.timeZone.secondsFromGMT(for: span.from)
        initial = before.last ?? ZoneTransition(moment: early, from: offset, to: offset, isDaylight: false)
        transitions = zone.transitions(from: span.from, to: end, limit: Self.maximumTransitions)
    }

    var lines: [ContentLine] {
        var lines = [ContentLine("BEGIN", value: "VTIMEZONE"), ContentLine("TZID", value: zone.name)]
        for kind in kinds {
            let all = ([initial] + transitions).filter { $0.kind == kind }
            let tail = isRuled ? YearlyOnset.longestTail(of: all) : nil
            let single = all.dropLast(tail?.count ?? 0)
            if let first = single.first { lines += observance(kind, first.onset, rule: nil, more: single.dropFirst().map(\.onset)) }
            if let tail, let last = all.last {
                // A rule that the zone gave up must end, or it would go on beside the next one.
                let isOver = end.timeIntervalSince(last.moment) > Self.yearAndMore
                let rule = tail.rule.description + (isOver ? ";UNTIL=\(last.moment.basic)" : "")
                lines += observance(kind, all[all.count - tail.count].onset, rule: rule, more: [])
            }
        }
        return lines + [ContentLine("END", value: "VTIMEZONE")]
    }

    /// In the order of their first change.
    private var kinds: [ZoneTransition.Kind] {
        ([initial] + transitions).reduce(into: []) { kinds, transition in
            if !kinds.contains(transition.kind) { kinds.append(transition.kind) }
        }
    }

    private func observance(_ kind: ZoneTransition.Kind, _ onset: LocalDateTime, rule: String?, more: [LocalDateTime]) -> [ContentLine] {
        let name = kind.isDaylight ? "DAYLIGHT" : "STANDARD"
        var lines = [
            ContentLine("BEGIN", value: name),
            ContentLine("DTSTART", value: onset.basic),
            ContentLine("TZOFFSETFROM", value: Self.offset(kind.from)),
            ContentLine("TZOFFSETTO", value: Self.offset(kind.to)),
        ]
        // No TZNAME: it is optional, and Foundation's abbreviations follow today's offset, not the past one's.
        if let rule { lines.append(ContentLine("RRULE", value: rule)) }
        lines += more.map { ContentLine("RDATE", value: $0.basic) }
        return lines + [ContentLine("END", value: name)]
    }

    /// "+0100", with seconds where an old local time has them.
    private static func offset(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let size = abs(seconds)
        let rest = size % 60 == 0 ? "" : two(size % 60)
        return (seconds < 0 ? "-" : "+") + two(size / 3600) + two(size / 60 % 60) + rest
    }
}
