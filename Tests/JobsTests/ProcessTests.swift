import Foundation
import Jobs
import PostgreSQL
import ProbeJobs
import ServiceKit
import Testing

/// Workers in processes of their own, which end in the ways that processes end.
@Suite(.serialized) struct ProcessTests {
    @Test func `a killed worker's job is done by another, once, soon after its lease`() async throws {
        try await JobWorld.run { world in
            let first = try world.startProbe()
            defer { kill(first.processIdentifier, SIGKILL) }
            try await world.running([world.relay()]) {
                let id = try await world.enqueue(Effect(label: 1, milliseconds: 1500))
                try await world.until("it did not start") { try await world.job(id).state == .running }
                kill(first.processIdentifier, SIGKILL)
                let killed = ContinuousClock.now
                let second = try world.startProbe()
                defer { kill(second.processIdentifier, SIGKILL) }
                try await world.until("nobody finished it") { try await world.job(id).state == .done }
                let recovered = ContinuousClock.now - killed
                print("done \(recovered) after the kill: lease 2 s, work 1.5 s")
                // 2 + 1 + 1.5 where nothing else runs; a minute is what the relay's repair would have taken.
                #expect(recovered < .seconds(30))
                #expect(try await world.job(id).attempt == 2)
                #expect(try await world.effects == 1)
            }
        }
    }

    @Test func `a job that ends its process each time is buried, and the others go on`() async throws {
        try await JobWorld.run { world in
            try await world.running([world.relay()]) {
                let poison = try await world.enqueue(Poison())
                var others: [UUID] = []
                for label in 0..<10 { others.append(try await world.enqueue(Effect(label: label))) }
                var probes: [Process] = []
                defer { for probe in probes { kill(probe.processIdentifier, SIGKILL) } }
                try await world.until("it did not die") {
                    if probes.last?.isRunning != true { probes.append(try world.startProbe()) }
                    return try await world.job(poison).state == .dead
                }
                #expect(probes.count == 3)
                #expect(try await world.job(poison).attempt == 2)
                #expect(try await world.job(poison).reason?.contains("its process ended") == true)
                try await world.until("the others did not end") { try await world.jobs("state = 'done'") == 10 }
                #expect(try await world.repeatedEffects == 0)
            }
        }
    }

    @Test func `a job that ends its process is buried after three, however many attempts its kind has`() async throws {
        try await JobWorld.run { world in
            try await world.running([world.relay()]) {
                let id = try await world.enqueue(Effect(label: 1))
                _ = try await world.owner.query("UPDATE job SET max_attempts = 20 WHERE id = \(id)::uuid")
                var probes: [Process] = []
                defer { for probe in probes { kill(probe.processIdentifier, SIGKILL) } }
                try await world.until("it was not buried") {
                    if probes.last?.isRunning != true { probes.append(try world.startProbe(crashingOn: id)) }
                    return try await world.job(id).state == .dead
                }
                #expect(probes.count == 4)
                #expect(try await world.job(id).reason == "its process ended in 3 of 3 runs")
                #expect(try await world.effects == 0)
                // A person who has seen to the cause may try again, with all its runs.
                kill(try #require(probes.last).processIdentifier, SIGKILL)
                probes.append(try world.startProbe())
                #expect(try await JobAdministration(pool: world.worker).retry(id))
                try await world.until("it was not tried again") { try await world.job(id).state == .done }
            }
        }
    }

    @Test func `whoever only runs beside a job that ends its process is not buried with it`() async throws {
        try await JobWorld.run { world in
            try await world.running([world.relay()]) {
                // As many as the worker has lanes: claimed together, they die together.
                let poison = try await world.enqueue(Effect(label: 0))
                var others: [UUID] = []
                for label in 1...3 { others.append(try await world.enqueue(Effect(label: label, milliseconds: 100))) }
                _ = try await world.owner.query("UPDATE job SET max_attempts = 20")
                var probes: [Process] = []
                defer { for probe in probes { kill(probe.processIdentifier, SIGKILL) } }
                try await world.until("not all of them ended") {
                    let waiting = try await world.jobs("state NOT IN ('published', 'done', 'dead')")
                    if waiting == 0, probes.last?.isRunning != true { probes.append(try world.startProbe(crashingOn: poison)) }
                    return try await world.jobs("state IN ('done', 'dead')") == 4
                }
                #expect(try await world.job(poison).state == .dead)
                for other in others { #expect(try await world.job(other).state == .done) }
                #expect(try await world.jobs("state = 'done' AND crashes > 0") > 0, "nobody ran beside it")
                #expect(try await world.repeatedEffects == 0)
            }
        }
    }

    @Test func `a run that hears no cancellation ends its process with 75, and its neighbours are handed back`() async throws {
        try await JobWorld.run { world in
            let probe = try world.startProbe(lease: 30)
            defer { kill(probe.processIdentifier, SIGKILL) }
            try await world.running([world.relay()]) {
                let neighbour = try await world.enqueue(Effect(label: 1, milliseconds: 15_000))
                try await world.until("it did not start") { try await world.job(neighbour).state == .running }
                let deaf = try await world.enqueue(Deaf())
                try await world.until("the process went on") { !probe.isRunning }
                #expect(probe.terminationStatus == EX_TEMPFAIL)
                #expect(try await world.job(neighbour).attempt == 0)
                #expect(try await world.job(neighbour).state != .running)
                let job = try await world.job(deaf)
                #expect(job.state == .dead)
                #expect(job.reason == "ran past its deadline and ignored its cancellation")
            }
        }
    }

    @Test func `a worker that was frozen past its lease cannot repeat the effect when it wakes`() async throws {
        try await JobWorld.run { world in
            let first = try world.startProbe(lease: 1)
            defer { kill(first.processIdentifier, SIGKILL) }
            try await world.running([world.relay()]) {
                let id = try await world.enqueue(Effect(label: 1, milliseconds: 800))
                try await world.until("it did not start") { try await world.job(id).state == .running }
                kill(first.processIdentifier, SIGSTOP)
                let second = try world.startProbe(lease: 1)
                defer { kill(second.processIdentifier, SIGKILL) }
                try await world.until("nobody finished it") { try await world.job(id).state == .done }
                kill(first.processIdentifier, SIGCONT)
                try await Task.sleep(for: .seconds(2))
                #expect(first.isRunning)
                #expect(try await world.effects == 1)
                let process: Int = try #require(try await world.owner.query("SELECT process FROM effect").first)["process"]
                #expect(process == Int(second.processIdentifier))
                #expect(try await world.job(id).attempt == 2)
            }
        }
    }

    @Test func `work that blocks every thread does not cost its lease`() async throws {
        try await JobWorld.run { world in
            let probe = try world.startProbe(lease: 1, lanes: 8)
            defer { kill(probe.processIdentifier, SIGKILL) }
            try await world.running([world.relay()]) {
                // As many as the cooperative pool has threads, and twice as long as it takes to lose a lease.
                let count = ProcessInfo.processInfo.activeProcessorCount
                for _ in 0..<count { try await world.enqueue(Busy()) }
                try await world.until("they did not end") { try await world.jobs("state = 'done'") == count }
                #expect(try await world.jobs("attempt > 1") == 0)
                #expect(try await world.effects == count)
            }
        }
    }

    @Test func `SIGTERM hands a long job back without counting it, and exits 0`() async throws {
        try await JobWorld.run { world in
            let probe = try world.startProbe(lease: 30)
            defer { kill(probe.processIdentifier, SIGKILL) }
            try await world.running([world.relay()]) {
                let id = try await world.enqueue(Effect(label: 1, milliseconds: 15_000))
                try await world.until("it did not start") { try await world.job(id).state == .running }
                kill(probe.processIdentifier, SIGTERM)
                try await world.until("it did not stop") { !probe.isRunning }
                #expect(probe.terminationStatus == 0)
                #expect(try await world.job(id).attempt == 0)
                #expect(try await world.job(id).state != .running)
            }
        }
    }
}
