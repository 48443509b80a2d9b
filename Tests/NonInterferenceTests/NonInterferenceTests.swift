import Foundation
import Household
import Store
import TestSupport
import Testing

/// The surprise firewall: whatever others do about somebody's presents, every byte that this person can fetch stays as
/// it is. The steps are random; the seed is printed, and `NON_INTERFERENCE_SEED` takes one.
@Suite(.ownDatabase) struct NonInterferenceTests {
    @Test func `nothing that Ana can fetch changes by what others do about her presents, in either of her households`() async throws {
        let server = try Server()
        let house = try await House(on: server, subject: "Ana")
        let ana = try house["Ana"]
        let elsewhere = try await Self.secondHousehold(of: ana)
        let here = Plotters.Place(
            path: house.path, occasions: house.occasions, recipient: try house.recipient("Ana"),
            plotters: try ["Ben", "Cy", "Dora", "Emil", "Kim"].map { try house[$0] })
        try await walk(about: [ana], in: [here, here, elsewhere], steps: 300)
    }

    @Test func `neither half of a couple learns anything of presents for both`() async throws {
        let house = try await House(on: try Server(), subject: "Dora")
        let place = Plotters.Place(
            path: house.path, occasions: house.occasions, recipient: try house.recipient(House.couple),
            plotters: try ["Ben", "Ana", "Cy", "Kim"].map { try house[$0] })
        try await walk(about: [try house["Dora"], try house["Emil"]], in: [place], steps: 80)
    }

    /// Case G7: the parents plan, and each sees what the other does.
    @Test func `a child with a login of its own learns nothing of what its parents plan`() async throws {
        let house = try await House(on: try Server(), subject: "Kim")
        let parents = try ["Ben", "Ana"].map { try house[$0] }
        let place = Plotters.Place(path: house.path, occasions: house.occasions, recipient: try house.recipient("Kim"), plotters: parents)
        try await walk(about: [try house["Kim"], try house["Gus"]], in: [place], steps: 80)
        let lists = try await [parents[0], parents[1]].asyncMap { try await $0.expect(200, "GET", "\(house.path)/occasions/\(house.occasions[0])/gifts").items.list }
        let ofKim = try lists.map { list in list.filter { $0.recipient == .text((try? house.recipient("Kim")) ?? "") } }
        #expect(ofKim[0] == ofKim[1] && !ofKim[0].isEmpty)
    }

    @Test func `on a device that Ana uses too, nothing that Ben can fetch tells of her presents`() async throws {
        let house = try await House(on: try Server(), subject: "Ana")
        let ben = try house["Ben"], ana = try #require(house.members["Ana"])
        try await ben.expect(200, "PATCH", "\(house.path)/sharing", ["device": [.text(ana)]])
        let place = Plotters.Place(
            path: house.path, occasions: house.occasions, recipient: try house.recipient("Ana"), plotters: try ["Cy", "Dora", "Emil", "Kim"].map { try house[$0] })
        try await walk(about: [ben], in: [place], steps: 80)
    }

    /// Zoe founds it, and plans for Ana there.
    private static func secondHousehold(of ana: Person) async throws -> Plotters.Place {
        let zoe = try await Person("Zoe", on: ana.server)
        let path = "/api/v1/households/" + (try await zoe.make("/api/v1/households", ["name": "Club", "currency": "EUR", "zone": "UTC"]))
        let link = try await zoe.expect(201, "POST", "\(path)/invitations", ["role": "organiser"]).link.string
        let member = try await ana.expect(200, "POST", "/api/v1/invitations/\(link?.split(separator: "/").last ?? "")/acceptance").member
        let occasion = try await zoe.make("\(path)/occasions", ["name": "Summer", "day": "2031-07-01", "limit": House.euros(2_000)])
        let recipient = try await zoe.make("\(path)/recipients", ["name": "Ana", "member": member])
        return Plotters.Place(path: path, occasions: [occasion], recipient: recipient, plotters: [zoe])
    }

    /// Everything after each `stride` steps and at the end; after each step a few answers, so that all come round.
    private func walk(about subjects: [Person], in places: [Plotters.Place], steps: Int) async throws {
        let seed = Dice.seed(), stride = 30, clock = ContinuousClock(), start = clock.now
        let wire = NewsWire(listening: try TestDatabase.current.conninfo(user: "mantel_api"), for: subjects[0].server.newsroom)
        let listening = Task { try await wire.run() }
        defer { listening.cancel() }
        let listeners = try await subjects.asyncMap { try await Listener($0, in: places[0].path) }
        let crawls = try await subjects.asyncMap { try await Crawl($0) }
        var plotters = Plotters(places, seed: seed)
        // So that what happens is change, not only addition.
        for _ in 0..<10 { _ = try await plotters.step() }
        try await Workers.run()
        let before = try await crawls.asyncMap { try await $0.record() }
        var asked = 0
        for step in 1...steps {
            let what = try await plotters.step()
            try await Workers.run()
            for (index, crawl) in crawls.enumerated() {
                let isFull = step.isMultiple(of: stride) || step == steps
                let found = try isFull ? await crawl.record().differences(from: before[index]) : await crawl.look(again: before[index], at: step)
                let telling = isFull ? try await crawl.probe(step == steps ? plotters.secrets : plotters.latestSecrets(2), knowing: before[index]) : []
                asked += isFull ? before[index].answers.count : Crawl.glance
                try #require(
                    found.isEmpty && telling.isEmpty,
                    "seed \(seed), step \(step): \(what), and \(crawl.person.name) can tell: \((found + telling).prefix(5).joined(separator: "\n"))")
            }
        }
        for (person, listener) in zip(subjects, listeners) { try await expectSilence(of: listener, person, in: places[0].path) }
        #expect(plotters.done.count >= 8, "too little was done: \(plotters.done)")
        print("""
            non-interference: \(subjects.map(\.name).joined(separator: " and ")), seed \(seed), \(steps) steps \(plotters.done.sorted { $0.key < $1.key }), \
            \(before.map(\.answers.count)) addresses, \(asked) answers compared, \(clock.now - start)
            """)
    }

    /// What is told of the person's own scan came over the stream first of all: whatever was to be heard of earlier
    /// steps would have come before it.
    private func expectSilence(of listener: Listener, _ person: Person, in home: String) async throws {
        let scan = try await person.upload("receipt", to: home)
        try await listener.hearNews(of: scan)
        let heard = try #require(await listener.heard, "the stream ended")
        #expect(heard.first?.contains(scan) == true, "\(person.name) heard \(heard)")
        await listener.stop()
    }
}

extension Array {
    func asyncMap<Mapped>(_ transform: (Element) async throws -> Mapped) async throws -> [Mapped] {
        var mapped: [Mapped] = []
        for element in self { mapped.append(try await transform(element)) }
        return mapped
    }
}

extension Crawl {
    /// Answers that are looked at after each step.
    static let glance = 8

    /// A few requests of `recording` once more, other ones at each step: all of them come round.
    func look(again recording: Recording, at step: Int) async throws -> [String] {
        let requests = recording.answers.keys.filter { !$0.contains(" as ") && !$0.hasSuffix("/openapi.json") }.sorted()
        var again = recording
        for offset in 0..<Self.glance {
            let request = requests[(step * Self.glance + offset) % requests.count]
            let path = String(request.drop { $0 != " " }.dropFirst())
            again.keep(request.hasPrefix("PAGE") ? await person.open(path) : try await person.ask("GET", path), of: request)
        }
        return again.differences(from: recording)
    }
}
