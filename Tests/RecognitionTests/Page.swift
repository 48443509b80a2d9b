import Household

@testable import Recognition

/// A flyer or receipt as an engine would hand it over, written as lines of text from top to bottom.
struct Page {
    var words: [RecognizedWord]

    /// - Parameter lines: `|` sets a column apart. A line that begins with `#` is twice as large.
    init(_ lines: String...) {
        words = []
        var top = 20
        for (number, line) in lines.enumerated() {
            let height = line.hasPrefix("#") ? 60 : 30
            var left = 40
            for word in line.drop(while: { $0 == "#" }).split(separator: " ") {
                if word == "|" {
                    left = 600
                    continue
                }
                let width = word.count * height / 2
                words.append(RecognizedWord(text: String(word), box: Box(x: left, y: top, width: width, height: height), confidence: 0.95, line: number))
                left += width + height / 2
            }
            top += height * 3 / 2
        }
    }

    func event(on reference: String = "2026-05-20", _ locale: String = "en_GB") -> EventDraft? {
        FlyerReader(context: Self.context(reference, locale)).drafts(of: words).first
    }

    func receipt(on reference: String = "2026-05-20", _ locale: String = "en_GB") -> ReceiptDraft? {
        ReceiptReader(context: Self.context(reference, locale)).drafts(of: words).first
    }

    private static func context(_ reference: String, _ locale: String) -> ReadingContext {
        ReadingContext(reference: Day(reference) ?? Day(daysSince1970: 0), locale: locale, currency: .eur)
    }
}

extension Currency {
    static let eur = Currency("EUR") ?? Currency.fallback
    private static var fallback: Currency { preconditionFailure("EUR is a currency") }
}

extension EventDraft {
    /// "2026-06-13 14:00", "2026-06-13", "14:00" or nothing.
    var startText: String { Self.text(start) }
    var endText: String { Self.text(end) }

    private static func text(_ moment: Moment?) -> String {
        [moment?.day?.description, moment?.time?.description].compactMap(\.self).joined(separator: " ")
    }
}
