import HTTPServer
import PostgreSQL
import TestSupport
import Testing

/// What each member takes along: all that they may see, and nothing else.
@Suite(.ownDatabase) struct HouseholdCopyTests {
    @Test func `everybody's copy holds what they see and no word of what is planned for them`() async throws {
        let home = try await FullHome(), path = home.home.path + "/export"
        for visitor in home.visitors {
            let answer = try await visitor.ask("GET", path), copy = answer.json
            #expect(answer.status == 200 && answer.headers["Content-Disposition"] == "attachment; filename=\"household.json\"")
            #expect(copy.complete == .bool(true), "\(answer.text.suffix(200))")
            #expect(copy.household.me.string == (try await visitor.expect(200, "GET", home.home.path).me.string))
            #expect(answer.text.contains("Tickets") == ["Ben", "Cy", "Kim"].contains(visitor.name), "\(visitor.name)")
            #expect(answer.text.contains("Size \\\"M\\\"") == ["Ben", "Cy", "Kim"].contains(visitor.name), "\(visitor.name)")
            // Deleted things and places in the common order are nobody's to count.
            #expect(!answer.text.contains("Spare") && !answer.text.contains("position"))
            #expect(answer.text == (try await visitor.ask("GET", path)).text)
            let occasion = copy.occasions[0]
            if visitor.name == "Gus" {
                #expect(copy.occasions == .list([]) && copy.categories == .list([]) && copy.recipients == .list([]))
            } else {
                for (name, list) in [("gifts", "gifts"), ("ledger", "ledger"), ("settlement", "settlement"), ("categories", "categories")] {
                    #expect(occasion[name] == (try await visitor.expect(200, "GET", "\(home.home.occasionPath)/\(list)")).items, "\(visitor.name): \(name)")
                }
                #expect(occasion.occasion == (try await visitor.expect(200, "GET", home.home.occasionPath)))
                #expect(copy.categories[0].entries.list.count == 2)
                #expect(copy.notices == (try await visitor.expect(200, "GET", "\(home.home.path)/notices")).items)
            }
            #expect(copy.events.list.count == 2)
            #expect(copy.scans.list.count == (try await visitor.expect(200, "GET", "\(home.home.path)/scans")).items.list.count)
        }
    }

    @Test func `a long ledger, many events and many scans come whole`() async throws {
        let home = try await FullHome(), owner = try TestDatabase.current.owner, household = home.home["household"]
        _ = try await owner.query("""
            INSERT INTO ledger_entry (id, household_id, occasion_id, recipient_id, gift_id, kind, minor, paid_by, entered_by)
            SELECT gen_random_uuid(), household_id, occasion_id, recipient_id, id, 'purchase', 1, created_by, created_by
            FROM gift, generate_series(1, 2500) WHERE id = \(home.home["gift"])::uuid
            """)
        _ = try await owner.query("""
            INSERT INTO event (id, household_id, title, start_day, end_day, created_by)
            SELECT gen_random_uuid(), household_id, 'E', '2030-01-01', '2030-01-01', id FROM member, generate_series(1, 1200)
            WHERE household_id = \(household)::uuid AND name = 'Ben'
            """)
        _ = try await owner.query("""
            INSERT INTO scan (id, household_id, created_by, kind, state)
            SELECT gen_random_uuid(), household_id, id, 'receipt', 'failed' FROM member, generate_series(1, 60) WHERE household_id = \(household)::uuid AND name = 'Ben'
            """)
        let copy = try await home.home.owner.expect(200, "GET", "\(home.home.path)/export")
        #expect(Set(copy.occasions[0].ledger.list.compactMap(\.id.string)).count == 2503)
        #expect(Set(copy.events.list.compactMap(\.id.string)).count == 1202)
        #expect(Set(copy.scans.list.compactMap(\.id.string)).count == 62)
        let archive = try await home.archive()
        try await EmptyServer.with { other in
            _ = try await other.restore(archive.bytes)
            #expect(try await other.archive(home.id).bytes == archive.bytes)
        }
    }
}
