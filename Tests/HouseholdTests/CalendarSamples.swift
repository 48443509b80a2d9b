import Foundation
import Household

/// Events full of what people, cameras and old programs put into texts.
struct CalendarSamples {
    var random: CalendarRandomRule
    init(seed: UInt64) { random = CalendarRandomRule(seed: seed) }

    mutating func event() throws -> Event {
        let start = try random.start()
        let length = Int.random(in: 1...3000, using: &random.generator)
        let end: EventTime =
            switch start {
            case .day(let day): .day(day.adding(days: length % 5))
            case .moment(let local, let zone): .moment(local.adding(minutes: length), zone)
            }
        return Event(
            id: .init(UUID()), title: "T" + text(), start: start, end: chance(3) ? nil : end, location: chance(2) ? text() : nil,
            description: chance(2) ? text(longest: 600) : nil, url: chance(3) ? "https://example.org/a?b=c;d,e&f=\(text(longest: 5))" : nil,
            recurrence: chance(2) ? try RecurrenceRule(random.rule(from: start)) : nil,
            alarms: chance(3) ? [0, 15, 120, 1440, -540] : [], attendees: chance(3) ? ["\(text(longest: 20)) <a@example.org>", "b@example.org"] : [],
            sequence: length % 7, created: Date(timeIntervalSince1970: 1_700_000_000), changed: Date(timeIntervalSince1970: 1_780_000_000.5))
    }

    private static let marks: [Unicode.Scalar] = ["\\", ";", ",", ":", "\"", "^", "\n", "\r", "\t", " "]
    private static let pieces = [
        "\r\n", "👩‍👩‍👧‍👦", "e\u{301}", "\u{2028}", "\u{FEFF}", "\u{200F}", "🇮🇪", "END:VEVENT", "\\n", "\u{85}", "\r\nEND:VEVENT\r\n",
    ]

    mutating func text(longest: Int = 120) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...longest, using: &random.generator) {
            switch Int.random(in: 0..<10, using: &random.generator) {
            case 0: text.append(Self.marks.randomElement(using: &random.generator) ?? " ")
            case 1: text.append(Unicode.Scalar(UInt8.random(in: 0...0x9F, using: &random.generator)))
            case 2: text.append(contentsOf: (Self.pieces.randomElement(using: &random.generator) ?? "").unicodeScalars)
            case 3: if let scalar = Unicode.Scalar(UInt32.random(in: 0x20...0x10FFFF, using: &random.generator)) { text.append(scalar) }
            case 4: text.append(contentsOf: String(repeating: "\u{301}", count: chance(20) ? 80 : 1).unicodeScalars)
            default: text.append(Unicode.Scalar(UInt8.random(in: 0x61...0x7A, using: &random.generator)))
            }
        }
        return String(text)
    }

    private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random.generator) == 0 }

    /// What a reader gets back: one kind of line end, no control characters.
    static func readable(_ text: String) -> String {
        var readable = String.UnicodeScalarView(), previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            let isEnd = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
            if isEnd {
                if !(scalar == "\n" && previous == "\r") { readable.append("\n") }
            } else if scalar == "\t" || scalar.properties.generalCategory != .control {
                readable.append(scalar)
            }
            previous = scalar
        }
        return String(readable)
    }
}
