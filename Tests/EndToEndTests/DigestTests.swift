import Foundation
import PostgreSQL
import TestSupport
import Testing

/// Mail that waits for its hour, with the real worker. The hour is moved, not waited for: it is PostgreSQL's, and laid
/// around the present minute.
@Suite(.ownDatabase, .serialized) struct DigestTests {
    @Test func `a mail of the quiet hours is due at their end, and comes then, once`() async throws {
        try await Installation.run { mantel in
            let ben = try await Visitor("Ben", at: mantel.port), home = try await Planning(by: ben, limit: 100)
            try await ben.expect(200, "PATCH", "/api/v1/preferences", ["quiet": ["from": .text(try await wall(-60)), "to": .text(try await wall(120))]])
            let granny = try await home.recipient("Granny", by: ben)
            _ = try await home.buy("Bicycle", for: granny, 900, by: ben)
            try await eventually("it is in the app at once") { try await home.notices(of: ben).count == 1 }
            #expect(try await mantel.jobs("kind = 'notice.digest' AND state = 'waiting' AND due_at BETWEEN now() + interval '118 minutes' AND now() + interval '120 minutes'") == 1)
            // Whoever starts it too early puts it off again, and counts no attempt.
            try await hurry()
            try await eventually("it was put off") {
                try await mantel.jobs("kind = 'notice.digest' AND state = 'waiting' AND attempt = 0 AND due_at > now() + interval '110 minutes'") == 1
            }
            #expect(try mantel.sink.arrivals.isEmpty)
            try await ben.expect(200, "PATCH", "/api/v1/preferences", ["quiet": ["from": .text(try await wall(120)), "to": .text(try await wall(180))]])
            try await hurry()
            try await eventually("it came") { try mantel.sink.taken.count == 1 }
            try await mantel.jobsEnded()
            let mail = try #require(try mantel.sink.taken.values.first)
            #expect(mail.header("Subject") == "Christmas: the budget is passed")
            #expect(mail.text?.contains("Christmas is €8 over.") == true)
            #expect(mail.text?.contains("Bicycle") == false)
            #expect(try mantel.sink.arrivals.count == 1)
        }
    }

    /// With names as case G23 has them.
    @Test func `a digest holds all that is new and still so in one mail`() async throws {
        try await Installation.run { mantel in
            let ben = try await Visitor("Ben", at: mantel.port), home = try await Planning(by: ben, limit: 100)
            try await ben.expect(200, "PATCH", "/api/v1/preferences", ["digest": ["at": .text(try await wall(120))]])
            let eve = try await home.recipient("Eve:\nBcc: eve@example.org", by: ben), granny = try await home.recipient("Granny", by: ben)
            for recipient in [eve, granny] {
                try await ben.expect(200, "PUT", "\(home.path)/occasions/\(home.occasion)/limits/\(recipient)", ["limit": Planning.euros(100)])
            }
            _ = try await home.buy("Bicycle", for: eve, 300, by: ben)
            let returned = try await home.buy("Kite", for: granny, 300, by: ben)
            try await eventually("all of it is in the app") { try await home.notices(of: ben).count == 3 }
            #expect(try await mantel.jobs("kind = 'notice.digest'") == 1)
            #expect(try await mantel.jobs("kind = 'notice.send'") == 0)
            try await ben.expect(200, "DELETE", "\(home.path)/occasions/\(home.occasion)/gifts/\(returned)/purchase")
            try await hurry()
            try await eventually("it came") { try mantel.sink.taken.count == 1 }
            try await mantel.jobsEnded()
            let mail = try #require(try mantel.sink.taken.values.first)
            #expect(mail.header("Subject") == "2 things to know from The family")
            #expect(mail.header("Bcc") == nil && mail.defects == [] && mail.envelopeTo == ["ben@example.org"])
            let lines = mail.text?.split(separator: "\n").filter { $0.hasPrefix("- ") } ?? []
            #expect(lines.count == 2)
            #expect(lines.contains { $0.hasPrefix("- Eve:") && $0.contains("is €2 over.") })
            #expect(lines.contains { $0.hasPrefix("- Christmas is") })
            for secret in ["Bicycle", "Kite", "Granny"] { #expect(mail.text?.contains(secret) == false) }
        }
    }

    @Test func `a worker killed while a digest leaves loses nothing of it, and what comes meanwhile is in the next`() async throws {
        try await Installation.run { mantel in
            let slow = try await Visitor("Slow", at: mantel.port), home = try await Planning(by: slow, limit: 100)
            try await slow.expect(200, "PATCH", "/api/v1/preferences", ["digest": ["at": .text(try await wall(120)), "weekday": nil]])
            let granny = try await home.recipient("Granny", by: slow)
            try await slow.expect(200, "PUT", "\(home.path)/occasions/\(home.occasion)/limits/\(granny)", ["limit": Planning.euros(100)])
            _ = try await home.buy("Bicycle", for: granny, 300, by: slow)
            try await eventually("both are in the app") { try await home.notices(of: slow).count == 2 }
            try await hurry()
            try await eventually("the message is there, its yes on the way") { try mantel.sink.arrivals.count == 1 }
            mantel.notification.signal(SIGKILL)
            _ = try await mantel.notification.exitCode()
            let category = try #require(try await slow.expect(201, "POST", "\(home.path)/categories", ["name": "Groceries", "limit": Planning.euros(100)]).id.string)
            try await slow.expect(201, "POST", "\(home.path)/categories/\(category)/entries", ["amount": Planning.euros(500)])
            try await mantel.withWorker("mantel-notification-worker") { _ in
                try await eventually("the new one is in the app") { try await home.notices(of: slow).count == 3 }
                try await eventually("the first digest has ended") {
                    try await hurry()
                    return try await mantel.count("SELECT count(*)::int AS n FROM delivery WHERE digest_id IS NOT NULL AND state = 'sent'") == 2
                }
                try await mantel.jobsEnded()
                let arrivals = try mantel.sink.arrivals, taken = try mantel.sink.taken
                // The first at most twice, with the same bytes; the second once.
                #expect(Set(arrivals.map(\.sha256)).count == 2 && arrivals.count <= 3)
                let texts = taken.values.compactMap(\.text)
                #expect(texts.filter { $0.contains("Granny is €2 over.") }.count == 1)
                #expect(texts.filter { $0.contains("Groceries is €4 over") }.count == 1)
                #expect(texts.filter { $0.contains("Granny") && $0.contains("Groceries") }.isEmpty)
                #expect(try await mantel.jobs("state = 'dead'") == 0)
            }
        }
    }

    /// What the wall clock of the household shows some minutes from now.
    private func wall(_ minutes: Int) async throws -> String {
        try await TestDatabase.current.owner.query("""
            SELECT to_char((now() + make_interval(mins => \(minutes)::int)) AT TIME ZONE 'Europe/Dublin', 'HH24:MI') AS wall
            """).first?["wall"] ?? ""
    }

    /// Has it be the hour of all that waits.
    private func hurry() async throws {
        _ = try await TestDatabase.current.owner.query("UPDATE job SET due_at = now() WHERE state = 'waiting'")
        _ = try await TestDatabase.current.owner.query("NOTIFY mantel_job")
    }
}
