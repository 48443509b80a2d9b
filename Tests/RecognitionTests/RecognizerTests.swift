import Foundation
import Household
import Synchronization
import Testing

@testable import Recognition

/// One at a time: each reads for a second on a processor of its own.
@Suite(.serialized) struct RecognizerTests {
    private let context = ReadingContext(reference: Day("2026-05-20") ?? Day(daysSince1970: 0), locale: "en_GB", currency: Currency("GBP") ?? .eur)

    private func summerFair(_ draft: EventDraft?) {
        #expect(draft?.title == "Summer Fair")
        #expect(draft?.start == .init(day: Day("2026-06-13"), time: LocalTime("14:00")))
        #expect(draft?.end == .init(day: Day("2026-06-13"), time: LocalTime("17:00")))
        #expect(draft?.location == "Greenfield School Hall")
        #expect(draft?.price == "£3")
    }

    @Test func `a drawn flyer becomes a draft whose boxes lie on the words`() async throws {
        let result = try await Recognizer().flyer(try Canvas.flyer().jpeg(), context: context)
        let draft = try #require(result.reading.drafts.first)
        summerFair(draft)
        let title = try #require(draft.fields[.title]?.box), day = try #require(draft.fields[.startDay]?.box)
        #expect(title.y < day.y)
        #expect(abs(title.x - 70) < 12)
        #expect((50...110).contains(title.height))
        #expect(draft.fields.values.allSatisfy { (0...1).contains($0.confidence) })
    }

    @Test(arguments: [3, 6, 8])
    func `a flyer photographed sideways or upside down is turned first`(orientation: Int) async throws {
        let exif = ExifSegment(orientation: orientation, taken: nil, latitude: nil)
        let bytes = exif.inserted(into: try Canvas.flyer().stored(for: orientation).jpeg())
        summerFair(try await Recognizer().flyer(bytes, context: context).reading.drafts.first)
    }

    @Test func `white on black is read`() async throws {
        summerFair(try await Recognizer().flyer(try Canvas.flyer().inverted().png(), context: context).reading.drafts.first)
    }

    @Test func `a flyer scanned on its side without saying so is turned after a poor reading`() async throws {
        summerFair(try await Recognizer().flyer(try Canvas.flyer().stored(for: 6).jpeg(), context: context).reading.drafts.first)
    }

    @Test func `stages come in order and progress never falls`() async throws {
        let stages = Mutex<[Recognizer.Stage]>([])
        _ = try await Recognizer().flyer(try Canvas.flyer().jpeg(), context: context) { stage in stages.withLock { $0.append(stage) } }
        let seen = stages.withLock { $0 }
        #expect(seen.first == .straightening)
        #expect(seen.last == .understanding)
        #expect(seen.map(\.progress) == seen.map(\.progress).sorted())
    }

    @Test func `an empty sheet has no words and no drafts`() async throws {
        let reading = try await Recognizer().flyer(Canvas(width: 600, height: 400).jpeg(), context: context).reading
        #expect(reading.drafts.isEmpty)
    }

    @Test func `a picture of one pixel ends without words`() async throws {
        let reading = try await Recognizer().flyer(Canvas(width: 1, height: 1).png(), context: context).reading
        #expect(reading.words.isEmpty)
    }

    @Test func `reading ends at its deadline and the same lane goes on`() async throws {
        var page = Canvas(width: 1000, height: 1400)
        for row in 0..<55 { try page.write("all the words of a very long page \(row)", size: 18, x: 20, y: 10 + row * 25) }
        let bytes = try page.jpeg()
        let hasty = Recognizer(deadline: .milliseconds(30))
        let clock = ContinuousClock()
        let start = clock.now
        await #expect(throws: RecognitionProblem.tooSlow(.milliseconds(30))) { try await hasty.flyer(bytes, context: context) }
        #expect(clock.now - start < .seconds(10))
        #expect(try await hasty.normalize(bytes).width == 1000)
    }

    @Test func `a bad picture costs only itself`() async throws {
        let recognizer = Recognizer()
        await #expect(throws: RecognitionProblem.picture(.otherFile("a text file"))) { try await recognizer.flyer(Array("hello".utf8), context: context) }
        summerFair(try await recognizer.flyer(try Canvas.flyer().jpeg(), context: context).reading.drafts.first)
    }

    @Test func `the day of the photo decides the year when it is believable`() async throws {
        let lines = [("Winter Concert", 90), ("10 January 7pm", 48)]
        let drawn = try Canvas.flyer(lines).jpeg()
        let late = ReadingContext(reference: Day("2026-02-01") ?? context.reference, locale: "en_GB", currency: context.currency)
        let photo = ExifSegment(orientation: 1, taken: "2025:12:20 09:00:00", latitude: nil).inserted(into: drawn)
        #expect(try await Recognizer().flyer(photo, context: late).reading.drafts.first?.start?.day == Day("2026-01-10"))
        let broken = ExifSegment(orientation: 1, taken: "2012:01:01 00:00:00", latitude: nil).inserted(into: drawn)
        #expect(try await Recognizer().flyer(broken, context: late).reading.drafts.first?.start?.day == Day("2027-01-10"))
    }

    @Test func `a drawn receipt becomes merchant, day, total and lines`() async throws {
        var slip = Canvas(width: 800, height: 760)
        let rows = [
            ("Corner Books Ltd", ""), ("12 Main Street", ""), ("Date: 24/11/2025", "16:05"), ("Picture atlas", "14.50"), ("Wooden train", "22.00"),
            ("Subtotal", "36.50"), ("TOTAL", "36.50"), ("CASH", "40.00"), ("CHANGE", "3.50"),
        ]
        for (index, row) in rows.enumerated() {
            try slip.write(row.0, size: 34, x: 40, y: 40 + index * 76)
            if !row.1.isEmpty { try slip.write(row.1, size: 34, x: 600, y: 40 + index * 76) }
        }
        let draft = try #require(try await Recognizer().receipt(slip.jpeg(), context: context).reading.drafts.first)
        #expect(draft.merchant == "Corner Books Ltd")
        #expect(draft.day == Day("2025-11-24"))
        #expect(draft.total == Money(minor: 3650, currency: context.currency))
        #expect(draft.lines.map(\.amount.minor) == [1450, 2200])
        #expect(draft.warnings.isEmpty)
    }
}
