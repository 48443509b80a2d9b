import Foundation
import Household

/// Rules that keep to the table of RFC 5545, 3.3.10, and starts for them.
struct CalendarRandomRule {
    var generator: SeededGenerator
    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    static let zones = [
        "Europe/Dublin", "Europe/Berlin", "America/New_York", "Australia/Sydney", "Australia/Lord_Howe",
        "Asia/Kolkata", "America/Sao_Paulo", "Asia/Tokyo", "Pacific/Auckland", "America/St_Johns",
    ]

    mutating func start() throws -> EventTime {
        let day = Day(daysSince1970: Int.random(in: 7_305...25_000, using: &generator))
        guard Int.random(in: 0..<4, using: &generator) > 0 else { return .day(day) }
        // Many in the hours that clocks skip or repeat.
        let minutes = [60, 90, 120, 150, 180, Int.random(in: 0..<1440, using: &generator)].randomElement(using: &generator) ?? 0
        let local = LocalDateTime(day: day, minutesSinceMidnight: minutes)
        guard let zone = Zone(Self.zones.randomElement(using: &generator) ?? "") else { throw CalendarPython.Unavailable(description: "zone data is missing") }
        return .moment(local, zone)
    }

    mutating func rule(from start: EventTime) -> String {
        let frequency = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].randomElement(using: &generator) ?? "DAILY"
        var parts = ["FREQ=\(frequency)"]
        if chance(2) { parts.append("INTERVAL=\([2, 3, 4, 5, 7, 10, 13].randomElement(using: &generator) ?? 2)") }
        var choosing = 0
        func isOften(_ names: String...) -> Bool { names.contains(frequency) }
        var hasMonth = false
        if chance(4) { hasMonth = true; choosing += 1; parts.append("BYMONTH=" + list(1...12, 3, signed: false)) }
        let hasWeeks = frequency == "YEARLY" && chance(5)
        if hasWeeks { choosing += 1; parts.append("BYWEEKNO=" + list(1...53, 4, signed: true)) }
        if frequency == "YEARLY", chance(5) { choosing += 1; parts.append("BYYEARDAY=" + list(1...366, 6, signed: true)) }
        if frequency != "WEEKLY", chance(3) { choosing += 1; parts.append("BYMONTHDAY=" + list(1...31, 5, signed: true)) }
        if chance(2) {
            choosing += 1
            let limit = isOften("MONTHLY", "YEARLY") && !hasWeeks ? (frequency == "MONTHLY" || hasMonth ? 5 : 53) : 0
            let days = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                let day = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].randomElement(using: &generator) ?? "MO"
                guard limit > 0, Bool.random(using: &generator) else { return day }
                return (Bool.random(using: &generator) ? "-" : "") + "\(Int.random(in: 1...limit, using: &generator))" + day
            }
            parts.append("BYDAY=" + days.joined(separator: ","))
        }
        if choosing > 0, chance(4) { parts.append("BYSETPOS=" + list(1...(frequency == "DAILY" ? 1 : 6), 2, signed: true)) }
        if chance(3) { parts.append("WKST=\(["MO", "SU", "SA", "TH"].randomElement(using: &generator) ?? "MO")") }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: parts.append("COUNT=\(Int.random(in: 1...30, using: &generator))")
        case 1: parts.append("UNTIL=" + day(after: start))
        case 2: parts.append("UNTIL=" + day(after: start) + (start.local == nil ? "" : "T120000"))
        default: break
        }
        return parts.joined(separator: ";")
    }

    private mutating func day(after start: EventTime) -> String {
        start.day.adding(days: Int.random(in: 0...4000, using: &generator)).description.filter { $0 != "-" }
    }

    private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &generator) == 0 }

    private mutating func list(_ range: ClosedRange<Int>, _ most: Int, signed: Bool) -> String {
        (0..<Int.random(in: 1...most, using: &generator)).map { _ in
            let number = Int.random(in: range, using: &generator)
            return String(signed && chance(3) ? -number : number)
        }.joined(separator: ",")
    }
}
