import Foundation
import Household
import PostgreSQL
import Store
import TestSupport

/// What the workers do, done at once and in this process: budgets are checked, scans are read.
enum Workers {
    static func run() async throws {
        let pool = try TestDatabase.current.worker, store = Store(pool)
        for check in try await waiting(CheckBudget.self, CheckBudget.name) {
            let watchers = try await store.budgetWatchers(for: check)
            try await pool.transaction { transaction in
                for member in watchers { try await store.noticeCrossings(of: check, for: member, in: transaction) }
            }
        }
        for job in try await waiting(ReadScan.self, ReadScan.name) {
            guard try await store.scanInput(job) != nil else { continue }
            let draft = ReceiptDraft(merchant: "Toys", total: Currency("EUR").map { Money(minor: 1_700, currency: $0) }, fields: [:])
            let reading = String(decoding: try JSONEncoder().encode(Reading(words: [], drafts: [draft])), as: UTF8.self)
            try await pool.transaction { transaction in
                let picture = StoredPicture(mediaType: "image/jpeg", width: 40, height: 30, bytes: [0xFF, 0xD8, 0xFF])
                try await store.finishScan(job, picture: picture, reading: reading, in: transaction)
            }
        }
    }

    private static func waiting<Work: Decodable>(_: Work.Type, _ name: String) async throws -> [Work] {
        let rows = try await TestDatabase.current.owner.query("""
            UPDATE job SET state = 'done', finished_at = now() WHERE kind = \(name) AND state <> 'done' RETURNING payload::text AS payload
            """)
        return try rows.map { try JSONDecoder().decode(Work.self, from: Data(($0["payload"] as String).utf8)) }
    }
}
