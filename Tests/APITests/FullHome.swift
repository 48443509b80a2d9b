import Foundation
import HTTPServer
import Household
import PostgreSQL
import Secrets
import Store
import TestSupport
import Testing

/// A household with something in every table that an archive carries, and with every role.
struct FullHome: Sendable {
    let home: Home
    let visitors: [Visitor]

    var id: HouseholdProfile.ID { get throws { try #require(HouseholdProfile.ID(home["household"])) } }

    init() async throws {
        let server = try Server(), ben = try await Visitor("Ben", server)
        home = try await Home(of: ben)
        var visitors = [ben]
        for (name, role) in [("Ana", "adult"), ("Cy", "adult"), ("Kim", "child"), ("Gus", "guest")] {
            let visitor = try await Visitor(name, server)
            try await home.join(visitor, as: role)
            visitors.append(visitor)
        }
        self.visitors = visitors
        try await plan(ben)
        try await keep()
    }

    /// Secrets of Ana's, of which the others know.
    private func plan(_ ben: Visitor) async throws {
        let members = try await ben.expect(200, "GET", "\(home.path)/members").items.list
        let ana = try #require(members.first { $0.name == "Ana" }?.id.string)
        let recipient = try #require(try await ben.expect(201, "POST", "\(home.path)/recipients", ["name": "Ana 🎁", "member": .text(ana), "notes": "Size \"M\"\nשלום"]).id.string)
        let secret = try #require(try await ben.expect(201, "POST", "\(home.occasionPath)/gifts", ["recipient": .text(recipient), "name": "Tickets", "estimate": Home.euros(900)]).id.string)
        for gift in [home.giftPath, "\(home.occasionPath)/gifts/\(secret)"] {
            try await ben.expect(201, "POST", "\(gift)/purchase", ["paid": Home.euros(1_700), "day": "2030-11-02"])
        }
        try await ben.expect(201, "POST", "\(home.giftPath)/refunds", ["refunded": Home.euros(200)])
        try await ben.expect(200, "PUT", "\(home.occasionPath)/limits/\(recipient)", ["limit": Home.euros(500)])
        try await ben.expect(200, "PUT", "\(home.occasionPath)/categories/\(home["category"])", ["limit": Home.euros(700)])
        let entry = "\(home.path)/categories/\(home["category"])/entries"
        try await ben.expect(204, "DELETE", "\(entry)/\(home["entry"])")
        try await ben.expect(204, "DELETE", "\(home.occasionPath)/gifts/\(try await spare(ben))")
        try await ben.expect(200, "PATCH", "\(home.path)/thresholds", ["household": [50, 100], "mine": [90]])
        try await ben.expect(201, "POST", "\(home.path)/events", [
            "title": "Choir", "start": ["local": "2030-01-07T18:00", "zone": "Europe/Dublin"], "recurrence": "FREQ=WEEKLY", "alarms": [30],
        ])
    }

    /// Deleted, and kept for its undoing.
    private func spare(_ ben: Visitor) async throws -> String {
        try #require(try await ben.expect(201, "POST", "\(home.occasionPath)/gifts", ["recipient": .text(home["recipient"]), "name": "Spare"]).id.string)
    }

    /// What only workers write.
    private func keep() async throws {
        let household = try id
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO notice (id, household_id, member_id, kind, occasion_id, threshold, arming, over_minor, limit_minor, currency)
            SELECT gen_random_uuid(), m.household_id, m.id, 'budget', o.id, 100, 5, 1700, 10000, 'EUR'
            FROM member m JOIN occasion o ON o.household_id = m.household_id WHERE m.household_id = \(household) AND m.role <> 'guest'
            """)
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO notice_way (account_id, kind, way) SELECT account_id, 'reminder', 'app' FROM member WHERE household_id = \(household)
            """)
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO digest (id, household_id, member_id, due_at)
            SELECT gen_random_uuid(), household_id, id, '2030-12-01 08:00Z' FROM member WHERE household_id = \(household) AND name = 'Ana'
            """)
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO gift_logistics (gift_id, household_id, occasion_id, recipient_id, hiding_place, return_by, changed_by)
            SELECT id, household_id, occasion_id, recipient_id, 'Attic', '2031-01-07', created_by FROM gift WHERE household_id = \(household) AND name = 'Tickets'
            """)
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO repayment (id, household_id, occasion_id, recipient_id, gift_id, paid_by, paid_to, minor, entered_by)
            SELECT gen_random_uuid(), g.household_id, g.occasion_id, g.recipient_id, g.id, m.id, g.created_by, 100, m.id
            FROM gift g JOIN member m ON m.household_id = g.household_id AND m.name = 'Cy' WHERE g.household_id = \(household) AND g.name = 'Tickets'
            """)
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO picture (id, household_id, created_by, media_type, width, height, bytes)
            SELECT gen_random_uuid(), household_id, id, 'image/jpeg', 3, 2, '\\xffd8ff00'::bytea FROM member WHERE household_id = \(household) AND name = 'Ben'
            """)
        _ = try await TestDatabase.current.owner.query("""
            INSERT INTO scan (id, household_id, created_by, kind, state, stage, progress, picture_id)
            SELECT gen_random_uuid(), household_id, created_by, 'receipt', 'failed', 'failed', 100, id FROM picture WHERE household_id = \(household)
            """)
    }

    func archive() async throws -> ArchivedFile { try await ArchivedFile(of: HouseholdArchives(TestDatabase.current.owner), try id) }

    /// What each member is shown of budget, ledger, events and the rest, by name and path.
    func seen(on server: Server) async throws -> [String: [String: String]] {
        var all: [String: [String: String]] = [:]
        for visitor in visitors {
            var seen: [String: String] = [:]
            func look(_ path: String) async throws -> [String] {
                let answer = try await server.ask("GET", path, token: visitor.token)
                seen[path] = "\(answer.status) \(answer.headers["ETag"] ?? "") \(answer.text)"
                return answer.json.items.list.compactMap(\.id.string)
            }
            for list in ["", "/members", "/notices", "/thresholds", "/savings", "/activity", "/export", "/events?from=2030-01-01&to=2030-12-31"] { _ = try await look(home.path + list) }
            for recipient in try await look("\(home.path)/recipients") { _ = try await look("\(home.path)/recipients/\(recipient)") }
            for category in try await look("\(home.path)/categories") { _ = try await look("\(home.path)/categories/\(category)/entries") }
            for scan in try await look("\(home.path)/scans") { _ = try await look("\(home.path)/scans/\(scan)/picture") }
            for event in try await look("\(home.path)/events") { _ = try await look("\(home.path)/events/\(event)") }
            for occasion in try await look("\(home.path)/occasions").map({ "\(home.path)/occasions/\($0)" }) {
                for rest in ["", "/ledger", "/activity", "/settlement", "/pace", "/categories"] { _ = try await look(occasion + rest) }
                for gift in try await look("\(occasion)/gifts") { _ = try await look("\(occasion)/gifts/\(gift)/contributions") }
            }
            all[visitor.name] = seen
        }
        return all
    }
}

/// An archive in memory.
struct ArchivedFile: Sendable {
    let bytes: [UInt8]
    let summary: HouseholdArchives.Summary

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    init(of archives: HouseholdArchives, _ household: HouseholdProfile.ID) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "mantel-archive-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try #require(FileManager.default.createFile(atPath: url.path, contents: nil))
        let file = try FileHandle(forWritingTo: url)
        summary = try await archives.export(household, to: file)
        try file.close()
        bytes = [UInt8](try Data(contentsOf: url))
    }
}

/// Lines with checks that fit them.
enum Resealed {
    static func lines(_ lines: [String]) -> [String] {
        var chain = DigestChain()
        let head = "{\"check\":\"0123456789abcdef\",".utf8.count
        return lines.map { line in
            let content = Array(line.utf8.dropFirst(head))
            return "{\"check\":\"\(chain.add(content))\",\(String(decoding: content, as: UTF8.self))"
        }
    }
}

/// Another server, with nothing on it.
struct EmptyServer: Sendable {
    let owner: Pool
    let api: Pool
    var archives: HouseholdArchives { HouseholdArchives(owner) }

    static func with(_ body: (EmptyServer) async throws -> Void) async throws {
        try await TestDatabase.withCopy { name in
            let owner = HouseholdArchives.pool("\(TestServices.postgres) dbname=\(name)")
            let api = Pool("\(TestServices.postgres) dbname=\(name) user=mantel_api", limit: 4, acquireTimeout: .seconds(60))
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(EmptyServer(owner: owner, api: api))) } catch { outcome = .failure(error) }
            await owner.close()
            await api.close()
            try outcome.get()
        }
    }

    func restore(_ bytes: [UInt8]) async throws -> HouseholdArchives.Summary {
        let url = FileManager.default.temporaryDirectory.appending(path: "mantel-archive-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(bytes).write(to: url)
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        return try await archives.restore(file)
    }

    func archive(_ household: HouseholdProfile.ID) async throws -> ArchivedFile { try await ArchivedFile(of: archives, household) }

    /// Lets everybody in with the sessions that they have on the first server.
    func admit(_ home: FullHome) async throws {
        for row in try await TestDatabase.current.owner.query("SELECT id, account_id, token_hash, expires_at FROM session") {
            let id: UUID = try row["id"], account: UUID = try row["account_id"], hash: [UInt8] = try row["token_hash"], end: Date = try row["expires_at"]
            _ = try await owner.query("""
                INSERT INTO session (id, account_id, token_hash, expires_at) SELECT \(id), a.id, \(hash), \(end)::timestamptz FROM account a WHERE a.id = \(account)
                """)
        }
    }

    var isEmpty: Bool {
        get async throws {
            try await owner.query("""
                SELECT (SELECT count(*) FROM household) + (SELECT count(*) FROM account) + (SELECT count(*) FROM gift) + (SELECT count(*) FROM job) AS n
                """).first?["n"] == 0
        }
    }
}
