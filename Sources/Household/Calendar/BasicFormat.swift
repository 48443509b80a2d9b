import Foundation

// The forms of ISO 8601 without marks, as RFC 5545 (3.3.4, 3.3.5, 3.3.14) writes them.

extension Day {
    /// "20261212".
    var basic: String { description.filter { $0 != "-" } }

    init?(basic text: some StringProtocol) {
        guard text.utf8.count == 8 else { return nil }
        self.init("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
    }
}

extension LocalDateTime {
    /// "20261212T140000".
    var basic: String { "\(day.basic)T\(time.description.filter { $0 != ":" })00" }

    /// Seconds are dropped.
    init?(basic text: some StringProtocol) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = Day(basic: parts[0]), parts[1].utf8.count == 6,
            let time = LocalTime("\(parts[1].prefix(2)):\(parts[1].dropFirst(2).prefix(2))"),
            parts[1].suffix(2).allSatisfy({ $0.isASCII && $0.isNumber }), parts[1].suffix(2) <= "60"
        else { return nil }
        self.init(day: day, time: time)
    }
}

extension Date {
    /// "20261212T140000Z", to the second.
    var basic: String {
        let seconds = Int(timeIntervalSince1970.rounded(.down))
        let second = (seconds % 60 + 60) % 60
        return Zone.utc.local(at: self).basic.dropLast(2) + "\(second < 10 ? "0" : "")\(second)Z"
    }

    init?(basic text: some StringProtocol) {
        guard text.last == "Z", let local = LocalDateTime(basic: text.dropLast()), let second = Int(text.dropLast().suffix(2))
        else { return nil }
        self = Zone.utc.moment(of: local).addingTimeInterval(Double(second))
    }
}
