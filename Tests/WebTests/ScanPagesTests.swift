import Foundation
import HTTPServer
import Household
import PostgreSQL
import Store
import TestSupport
import Testing

@testable import Web

/// From a photo to a date in the calendar or a purchase.
@Suite(.ownDatabase) struct ScanPagesTests {
    /// One black point.
    private var png: [UInt8] {
        get throws {
            let text = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
            return [UInt8](try #require(Data(base64Encoded: text)))
        }
    }

    /// Ends the scan that waits, as the worker would.
    private func finish(_ reading: String) async throws {
        let worker = Store(try TestDatabase.current.worker)
        let row = try #require(try await TestDatabase.current.owner.query("SELECT payload::text AS payload FROM job WHERE kind = 'scan.read' ORDER BY id DESC LIMIT 1").first)
        let job = try JSONDecoder().decode(ReadScan.self, from: Data((row["payload"] as String).utf8))
        _ = try await worker.scanInput(job)
        let picture = StoredPicture(mediaType: "image/png", width: 800, height: 600, bytes: try png)
        try await TestDatabase.current.worker.transaction { try await worker.finishScan(job, picture: picture, reading: reading, in: $0) }
    }

    /// Two dates on one page; the time of the first is doubtful.
    private func flyer() throws -> String {
        func field(_ confidence: Double, _ box: Box, _ alternatives: [String] = [], _ note: String? = nil) -> DraftField {
            DraftField(confidence: confidence, box: box, alternatives: alternatives, note: note)
        }
        let fair = EventDraft(
            title: "Winter Fair", start: .init(day: Day("2030-12-14"), time: LocalTime("14:00")), end: .init(day: Day("2030-12-14"), time: LocalTime("16:30")),
            location: "School hall", price: "£2",
            fields: [
                .title: field(0.95, Box(x: 10, y: 10, width: 300, height: 60)),
                .startTime: field(0.4, Box(x: 10, y: 100, width: 200, height: 40), ["11:00"], "evening is assumed"),
            ])
        let sale = EventDraft(title: "Book sale", start: .init(day: Day("2030-12-20")))
        return String(decoding: try JSONEncoder().encode(Reading(words: [], drafts: [fair, sale])), as: UTF8.self)
    }

    private func receipt() throws -> String {
        let euro = try #require(Currency("EUR"))
        let draft = ReceiptDraft(
            merchant: "Eason", day: Day("2026-11-28"), total: Money(minor: 4210, currency: euro), lines: [.init(name: "Brush", amount: Money(minor: 670, currency: euro))],
            warnings: ["The lines do not add up."], fields: [.total: DraftField(confidence: 0.5, box: nil, alternatives: ["41.20"])])
        return String(decoding: try JSONEncoder().encode(Reading(words: [], drafts: [draft])), as: UTF8.self)
    }

    @Test func `A file that is no photo is refused with words, and nothing is kept`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/scan")
        try await ana.upload("\(home)/scan", ["kind": "flyer"], file: Array("Dear parents, the fair is on Saturday.".utf8))
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("This is a text file, not a photo."))
        try await ana.upload("\(home)/scan", ["kind": "flyer"], file: [])
        #expect(ana.answer.text.contains("Choose a photo first."))
        #expect(try await TestDatabase.current.owner.query("SELECT id FROM scan").isEmpty)
    }

    @Test func `A photo becomes a date in the calendar once somebody says so, and only once`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/scan")
        try await ana.upload("\(home)/scan", ["kind": "flyer"], file: png)
        let scan = ana.answer.path
        #expect(ana.answer.text.contains("Photo received"))
        #expect(try await ana.get("\(scan)/progress").text.contains("hx-get=\"\(scan)/progress\""))
        try await finish(flyer())
        var part = ana.request("GET", "\(scan)/progress")
        part.headers["HX-Request"] = "true"
        #expect(await ana.pages.respond(to: part).headers["HX-Redirect"] == scan)

        try await ana.get(scan)
        for words in ["2 dates", "Winter Fair", "Evening is assumed", "value=\"14:00\"", "Could also be", "Price: £2", "Saturday 14 December 2030, 14:00, Europe/Dublin"] {
            #expect(ana.answer.text.contains(words), "\(words)")
        }
        try await ana.send("\(scan)/drafts/0", ["choose": "time=11:00", "title": "Winter Fair", "day": "2030-12-14", "time": "14:00"])
        #expect(ana.answer.text.contains("value=\"11:00\""))
        #expect(try await TestDatabase.current.owner.query("SELECT id FROM event").isEmpty)

        try await ana.send("\(scan)/drafts/1/removal")
        #expect(ana.answer.text.contains("Book sale: left out"))
        try await ana.send("\(scan)/drafts/1/return")
        #expect(!ana.answer.text.contains("left out"))
        let open = ana
        for _ in 0..<2 {
            ana = open
            try await ana.send("\(scan)/drafts/0", ["title": "Winter Fair!", "day": "2030-12-14", "time": "11:00", "endTime": "16:30", "location": "Hall", "description": ""])
        }
        #expect(ana.answer.text.contains("is in the calendar."))
        try await ana.get("\(home)/calendar?from=2030-12-01")
        #expect(ana.matches(/class=name dir=auto>(Winter Fair!)/).count == 1)
        let event = try #require(ana.matches(/href="([^"]+\/calendar\/[0-9a-f-]+)"/).first)
        try await ana.get(event)
        #expect(ana.answer.text.contains("Saturday 14 December 2030, 11:00 – 16:30"))
        #expect(ana.answer.text.contains("\(event)/picture"))
        try await ana.get("\(event).ics")
        #expect(ana.answer.headers["Content-Type"] == "text/calendar; charset=utf-8")
        #expect(ana.answer.text.contains("DTSTART;TZID=Europe/Dublin:20301214T110000"))
        try await ana.get("\(event)/picture")
        #expect(ana.answer.headers["Content-Type"] == "image/png")
        #expect(ana.answer.headers["Cache-Control"]?.hasPrefix("private") == true)
        var again = ana.request("GET", "\(event)/picture")
        again.headers["If-None-Match"] = ana.answer.headers["ETag"]
        #expect(await ana.pages.respond(to: again).status == 304)
    }

    @Test func `A receipt pays for the gift that is chosen`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/gifts")
        try await ana.send("\(home)/occasions", ["name": "Christmas", "day": "2030-12-25", "limit": ""])
        try await ana.send("\(home)/gifts", ["name": "Granny", "limit": "50"])
        try await ana.send(String(ana.answer.path.prefix { $0 != "?" }), ["name": "Brushes", "estimate": ""])
        try await ana.get("\(home)/scan")
        try await ana.upload("\(home)/scan", ["kind": "receipt"], file: png)
        let scan = ana.answer.path
        try await finish(receipt())
        try await ana.get(scan)
        for words in ["Eason", "value=\"42.10\"", "The lines do not add up.", "Brushes, for Granny (Christmas)"] { #expect(ana.answer.text.contains(words), "\(words)") }
        let gift = try #require(ana.matches(/<option value="([0-9a-f-]+)">Brushes/).first)
        try await ana.send("\(scan)/receipt", ["merchant": "Eason", "day": "2026-11-28", "total": "41,20", "gift": gift])
        #expect(ana.answer.text.contains("Marked as bought."))
        #expect(ana.answer.text.contains("<span class=money>€8.80</span> left to spend"))
        #expect(ana.answer.text.contains("on Sat 28 Nov"))
    }

    @Test func `A photo belongs to whoever took it`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        var ben = Browser(at: ana)
        try await ben.join(ana, at: home)
        try await ana.get("\(home)/scan")
        try await ana.upload("\(home)/scan", ["kind": "flyer"], file: png)
        try await finish(flyer())
        for path in [ana.answer.path, "\(ana.answer.path)/picture", "\(ana.answer.path)/progress"] {
            try await ben.get(path)
            #expect(ben.answer.status == 404, "\(path)")
        }
    }
}
