import Foundation
import Household
import HTTPServer
import PostgreSQL
import Store
import TestSupport

// What the workers would do in the course of the walk.
extension OpenAPIWalk {
    func checkBudgets() async throws {
        let worker = Store(try TestDatabase.current.worker)
        for check in try await waiting(CheckBudget.self, named: CheckBudget.name) {
            for member in try await worker.budgetWatchers(for: check) {
                try await TestDatabase.current.worker.transaction { try await worker.noticeCrossings(of: check, for: member, in: $0) }
            }
        }
    }

    /// Makes the account of this address an administrator, with a dead job to look at.
    func administer(as email: String) async throws -> String {
        let owner = try TestDatabase.current.owner
        _ = try await Administrators(owner).add(email)
        let job = UUID().uuidString.lowercased()
        _ = try await owner.query("""
            INSERT INTO job (id, kind, queue, payload, max_attempts, attempt, state, last_error, started_at, finished_at)
            VALUES (\(job)::uuid, 'notice.send', 'notification', '{}', 3, 3, 'dead', 'no answer', now(), now())
            """)
        return job
    }

    func scans(_ home: String) async throws {
        let flyer = try await upload(home, "flyer"), receipt = try await upload(home, "receipt"), unreadable = try await upload(home, "flyer")
        try await upload(home, "flyer", bytes: Array("no picture".utf8))
        try await caller.call("GET", home + "/scans")
        try await caller.call("GET", home + "/scans/\(flyer)")
        let sure = DraftField(confidence: 0.9, box: Box(x: 1, y: 2, width: 30, height: 4), alternatives: ["Another"], note: "It is faint.")
        let words = [RecognizedWord(text: "Choir", box: Box(x: 1, y: 2, width: 30, height: 4), confidence: 0.9, line: 0)]
        let wall = EventDraft.Moment(day: Day("2030-01-07"), time: LocalTime("18:00"))
        let readings = [
            flyer: try JSONEncoder().encode(Reading(words: words, drafts: [
                EventDraft(title: "Choir", start: wall, fields: [.title: sure]), EventDraft(start: .init(day: nil, time: LocalTime("09:00"))),
            ])),
            receipt: try JSONEncoder().encode(Reading(words: words, drafts: [
                ReceiptDraft(merchant: "Shop", total: Currency("EUR").map { Money(minor: 100, currency: $0) }, warnings: ["No day."], fields: [.total: sure])
            ])),
        ]
        try await read(readings)
        for scan in [flyer, receipt, unreadable] { try await caller.call("GET", home + "/scans/\(scan)") }
        try await caller.call("GET", home + "/scans/\(flyer)/picture")
        try await caller.call("GET", home + "/scans/\(unreadable)/picture")
        try await caller.call("POST", home + "/scans/\(unreadable)/retry")
        try await caller.call("POST", home + "/scans/\(flyer)/retry")
        try await caller.call("DELETE", home + "/scans/\(unreadable)")
    }

    @discardableResult
    func upload(_ home: String, _ kind: String, bytes: [UInt8] = smallPNG) async throws -> String {
        let head = "--cut\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\n\(kind)\r\n--cut\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a\"\r\n\r\n"
        let body = Array(head.utf8) + bytes + Array("\r\n--cut--\r\n".utf8)
        return (try await caller.send("POST", home + "/scans", body, headers: ["Content-Type": "multipart/form-data; boundary=cut"]) ?? .null)["id"].text
    }

    /// Scans without a reading fail.
    private func read(_ readings: [String: Data]) async throws {
        let pool = try TestDatabase.current.worker, worker = Store(pool)
        for job in try await waiting(ReadScan.self, named: ReadScan.name) {
            _ = try await worker.scanInput(job)
            let reading = readings[job.scan.description].map { String(decoding: $0, as: UTF8.self) }
            try await pool.transaction { transaction in
                guard let reading else { return try await worker.failScan(job, problem: "It is too dark.", picture: nil, in: transaction) }
                let picture = StoredPicture(mediaType: "image/jpeg", width: 40, height: 30, bytes: [0xFF, 0xD8, 0xFF])
                try await worker.finishScan(job, picture: picture, reading: reading, in: transaction)
            }
        }
    }

    private func waiting<Work: Decodable>(_: Work.Type, named name: String) async throws -> [Work] {
        let rows = try await TestDatabase.current.owner.query(
            "UPDATE job SET state = 'done' WHERE kind = \(name) AND state <> 'done' RETURNING payload::text AS payload")
        return try rows.map { try JSONDecoder().decode(Work.self, from: Data(($0["payload"] as String).utf8)) }
    }
}

/// The header of a PNG of 40 by 30, which is as much as the API looks at.
private let smallPNG: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 40, 0, 0, 0, 30, 8, 2, 0, 0, 0, 0, 0, 0, 0]
