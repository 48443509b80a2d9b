import Foundation
import PostgreSQL
import TestSupport
import Testing

/// Mail that its server or its receiver will not have, or has and does not say so.
@Suite(.ownDatabase, .serialized) struct MailTests {
    @Test func `each person's mail ends by itself: sent, bounced with the server's words, or tried again`() async throws {
        try await Installation.run { mantel in
            let words = ["gone": "550 5.1.1 There is nobody of that name", "spam": "554 5.7.1 We do not like it"]
            var bounced: [String: (Mailbag, String)] = [:]
            for local in words.keys {
                let bag = try await Mailbag(to: local, mantel)
                bounced[local] = (bag, try await bag.post()[0])
            }
            let greylisted = try await Mailbag(to: "greylisted", mantel), anna = try await Mailbag(to: "anna", mantel)
            let late = try await greylisted.post()[0]
            let sent = try await anna.post(20)
            for (local, (bag, notice)) in bounced {
                try await eventually("\(local) bounced") { try await bag.delivery(of: notice)?.state == "bounced" }
                #expect(try await bag.delivery(of: notice)?.detail == words[local])
            }
            try await eventually("the others got theirs") { try mantel.sink.taken.count == 20 }
            #expect(Set(try mantel.sink.taken.keys) == Set(sent))

            try await greylisted.attempted(late)
            #expect(try await greylisted.delivery(of: late)?.detail == "451 4.7.1 Come back later")
            #expect(try await mantel.jobs("kind = 'notice.send' AND state = 'waiting' AND attempt = 1 AND due_at BETWEEN now() + interval '30 seconds' AND now() + interval '80 seconds'") == 1)
            // Two days later it is the last time.
            _ = try await TestDatabase.current.owner.query("UPDATE job SET attempt = max_attempts - 1 WHERE state = 'waiting'")
            try await greylisted.hurry()
            try await eventually("it bounced") { try await greylisted.delivery(of: late)?.state == "bounced" }
            #expect(try await greylisted.delivery(of: late)?.detail == "451 4.7.1 Come back later")
            try await mantel.jobsEnded()
            #expect(try await mantel.jobs("state = 'dead'") == 0)
            #expect(try await mantel.count("SELECT count(*)::int AS n FROM delivery WHERE content IS NOT NULL") == 0)
        }
    }

    private static let lost: [(JSONDocument, Int)] = [(["message": "drop"], 0), (["message": "take-drop"], 1)]

    @Test(arguments: lost)
    func `an answer that was lost is followed by one repetition of the same bytes, and no other`(modes: JSONDocument, taken: Int) async throws {
        try await Installation.run { mantel in
            let bag = try await Mailbag(to: "anna", mantel)
            try await mantel.sink.control(modes)
            let notice = try await bag.post()[0]
            try await bag.attempted(notice, unanswered: 1)
            // What it says is what it said, whatever has been renamed meanwhile.
            _ = try await TestDatabase.current.owner.query("UPDATE account SET name = 'Renamed', email = 'other@example.org'")
            try await bag.hurry()
            try await bag.attempted(notice, state: "unconfirmed", unanswered: 2)
            #expect(try await mantel.jobs("kind = 'notice.send' AND state = 'dead' AND last_error LIKE 'Whether it arrived is not known%'") == 1)
            var arrivals = try mantel.sink.arrivals
            #expect(arrivals.map(\.id) == [notice, notice])
            #expect(Set(arrivals.map(\.sha256)).count == 1)
            #expect(try mantel.sink.taken.count == taken)

            // Somebody who has asked around has it sent again.
            try await mantel.sink.control([:])
            _ = try await TestDatabase.current.owner.query("UPDATE job SET state = 'waiting', attempt = 0, finished_at = NULL WHERE state = 'dead'")
            try await bag.hurry()
            try await bag.attempted(notice, state: "sent", unanswered: 1)
            arrivals = try mantel.sink.arrivals
            #expect(arrivals.count == 3)
            #expect(Set(arrivals.map(\.sha256)).count == 1)
        }
    }

    @Test func `a yes is believed when the line is cut behind it, and a slow one is waited for`() async throws {
        try await Installation.run { mantel in
            for mode in ["cut", "slow"] {
                let bag = try await Mailbag(to: mode, mantel)
                let notice = try await bag.post()[0]
                try await bag.attempted(notice, state: "sent", unanswered: 1)
                #expect(try mantel.sink.arrivals.filter { $0.id == notice }.count == 1)
            }
            #expect(try await mantel.jobs("state = 'done' AND attempt = 1 AND kind = 'notice.send'") == 2)
        }
    }

    @Test func `a worker killed between the server's yes and its note of it repeats the same bytes, once`() async throws {
        try await Installation.run { mantel in
            let bag = try await Mailbag(to: "slow", mantel)
            let notice = try await bag.post()[0]
            try await eventually("the message is there, its yes on the way") { try mantel.sink.arrivals.count == 1 }
            try await TestDatabase.current.worker.transaction { transaction in
                // The yes is heard, and the note of it waits behind this lock.
                _ = try await transaction.query("SELECT FROM job WHERE kind = 'notice.send' FOR UPDATE")
                try await eventually("the worker is about to note the yes") {
                    try await mantel.count("SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = 'mantel_worker' AND wait_event_type = 'Lock' AND query LIKE '%settled%'") > 0
                }
                mantel.notification.signal(SIGKILL)
                _ = try await mantel.notification.exitCode()
            }
            #expect(try await bag.delivery(of: notice) == .init(state: "sending", detail: nil, unanswered: 1))
            try await mantel.withWorker("mantel-notification-worker") { _ in
                try await bag.attempted(notice, state: "sent", unanswered: 2)
                let arrivals = try mantel.sink.arrivals
                #expect(arrivals.map(\.id) == [notice, notice])
                #expect(Set(arrivals.map(\.sha256)).count == 1)
            }
        }
    }

    @Test func `a yes that comes while the database is away is noted when it is back, and the mail not repeated`() async throws {
        try await Installation.run { mantel in
            let bag = try await Mailbag(to: "slow", mantel), owner = try TestDatabase.current.owner
            let notice = try await bag.post()[0]
            try await eventually("the message is there, its yes on the way") { try mantel.sink.arrivals.count == 1 }
            _ = try await owner.query("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT 0', current_database()); END $$")
            _ = try await owner.query("""
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename <> 'postgres'
                """)
            try await Task.sleep(for: .seconds(3))
            _ = try await owner.query("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT -1', current_database()); END $$")
            try await eventually("the yes is noted") { try await bag.delivery(of: notice)?.state == "sent" }
            try await mantel.jobsEnded()
            #expect(try mantel.sink.arrivals.count == 1)
        }
    }

    @Test func `without the server for a while no mail is lost, buried, or counted as tried`() async throws {
        try await Installation.run { mantel in
            let bag = try await Mailbag(to: "anna", mantel)
            try await mantel.sink.control(["closed": true])
            let notices = try await bag.post(200)
            try await eventually("all of it waits") {
                try await mantel.jobs("kind = 'notice.send' AND state = 'waiting' AND due_at > now()") == 200
            }
            // Those that found out were tried; the rest was put off.
            #expect(try await mantel.jobs("kind = 'notice.send' AND attempt > 0") <= 5)
            let spread = try await mantel.count("SELECT max(n)::int AS n FROM (SELECT count(*) AS n FROM job WHERE kind = 'notice.send' GROUP BY date_trunc('second', due_at)) a")
            #expect(spread <= 20)
            try await bag.hurry()
            try await eventually("it waits again") {
                try await mantel.jobs("kind = 'notice.send' AND state = 'waiting' AND due_at > now() + interval '10 seconds'") == 200
            }
            #expect(try await mantel.jobs("kind = 'notice.send' AND attempt > 1") == 0)
            try await mantel.sink.control([:])
            try await eventually("all of it was sent") {
                try await bag.hurry()
                try await Task.sleep(for: .milliseconds(500))
                return try mantel.sink.taken.count == 200
            }
            try await mantel.jobsEnded()
            #expect(Set(try mantel.sink.taken.keys) == Set(notices))
            #expect(try mantel.sink.arrivals.count == 200)
            #expect(try await mantel.jobs("state = 'dead'") == 0)
        }
    }

    @Test func `an invitation is kept like a notice, and its inviter learns that it bounced`() async throws {
        try await Installation.run { mantel in
            let ana = try await Visitor("Ana", at: mantel.port)
            let home = try await Planning(by: ana, limit: 100)
            func invite(_ local: String) async throws -> String {
                let answer = try await ana.expect(201, "POST", "\(home.path)/invitations", ["role": "adult", "email": .text("\(local)@example.org")])
                #expect(answer.mail.state == "queued")
                return try #require(answer.id.string)
            }
            func mail(_ invitation: String) async throws -> JSONDocument {
                try await ana.get("\(home.path)/invitations").items.list.first { $0.id == .text(invitation) }?.mail ?? .null
            }
            let sent = try await invite("ben"), gone = try await invite("gone")
            try await eventually("both ended") { 
                let states = [try await mail(sent).state, try await mail(gone).state]
                return states == ["sent", "bounced"]
            }
            #expect(try await mail(gone).detail == "550 5.1.1 There is nobody of that name")

            try await mantel.sink.control(["message": "take-drop"])
            let unsure = try await invite("cy")
            try await eventually("its answer was lost") { 
                let state = try await mail(unsure).state
                return try state == "queued" && mantel.sink.taken[unsure] != nil
            }
            _ = try await TestDatabase.current.owner.query("UPDATE member SET name = 'Renamed'")
            try await mantel.sink.control([:])
            try await eventually("the attempt is over") { try await mantel.jobs("state = 'running'") == 0 }
            _ = try await TestDatabase.current.owner.query("UPDATE job SET due_at = now() WHERE state = 'waiting'")
            try await eventually("it was sent again") { try await mail(unsure).state == "sent" }
            let arrivals = try mantel.sink.arrivals.filter { $0.id == unsure }
            #expect(arrivals.count == 2)
            #expect(Set(arrivals.map(\.sha256)).count == 1)
            #expect(try await mantel.count("SELECT count(*)::int AS n FROM delivery WHERE content IS NOT NULL") == 0)
        }
    }
}
