public import Foundation

/// An IANA time zone, kept by its name so that later changes of its rules apply.
public struct Zone: Hashable, Sendable {
    public let name: String

    /// Nil unless the system's time zone data knows `name`; abbreviations and fixed offsets are refused.
    public init?(_ name: String) {
        guard name == "UTC" || name.contains("/"), name.utf8.count <= 64, TimeZone(identifier: name) != nil else { return nil }
        self.name = name
    }

    public static let utc = Zone(known: "UTC")
    private init(known name: String) { self.name = name }

    var timeZone: TimeZone { TimeZone(identifier: name) ?? .gmt }

    /// The civil date in this zone at `moment`.
    public func day(at moment: Date) -> Day { local(at: moment).day }

    /// What the wall clock shows at `moment`.
    public func local(at moment: Date) -> LocalDateTime {
        let seconds = Int(moment.timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: moment)
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let minutes = (seconds - days * 86_400) / 60
        return LocalDateTime(day: Day(daysSince1970: days), minutesSinceMidnight: minutes)
    }

    /// The moment at which the wall clock shows `local`. A time that the clock skips is shifted forward by
    /// the gap; of a repeated hour the first is meant.
    public func moment(of local: LocalDateTime) -> Date {
        let naive = Double(local.day.daysSince1970 * 86_400 + local.time.minutesSinceMidnight * 60)
        // The offsets in force a day either side bracket every transition.
        let before = Double(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: naive - 86_400)))
        let after = Double(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: naive + 86_400)))
        let early = Date(timeIntervalSince1970: naive - before)
        if before == after || Double(timeZone.secondsFromGMT(for: early)) == before { return early }
        let late = Date(timeIntervalSince1970: naive - after)
        return Double(timeZone.secondsFromGMT(for: late)) == after ? late : early
    }
}

extension Zone: CustomStringConvertible, LosslessStringConvertible {
    public var description: String { name }
}

extension Zone: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let zone = Zone(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an IANA time zone such as Europe/Dublin")
        }
        self = zone
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
