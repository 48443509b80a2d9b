import HTTPServer
import TestSupport
import Testing

@Suite(.ownDatabase) struct OccasionTests {
    private func home() async throws -> Home { try await Home(of: try await Visitor("Ana", try Server())) }

    @Test func `an occasion is made by a day or by a rule, and shows both`() async throws {
        let home = try await home(), path = "\(home.path)/occasions"
        let easter = try await home.owner.expect(201, "POST", path, ["name": "Easter", "rule": "easter", "day": "2030-04-21"])
        #expect(easter.day == "2030-04-21")
        #expect(easter.rule == "easter")
        #expect(easter.nextDays == ["2031-04-13", "2032-03-28", "2033-04-17"])
        #expect(easter.caution == .null)
        let eid = try await home.owner.expect(201, "POST", path, ["name": "Eid", "rule": "eid-al-fitr"])
        #expect(try #require(eid.daysLeft.number) >= 0)
        #expect(try #require(eid.caution.string).contains("Umm al-Qura"))
        for body: JSONDocument in [
            ["name": "X"], ["name": "X", "day": nil], ["name": "X", "rule": "easter", "day": "2030-04-22"], ["name": "X", "rule": "Easter"],
        ] {
            #expect(try await home.owner.ask("POST", path, body).status == 422)
        }
    }

    @Test func `a rule brings its day along, a day keeps the rule that falls on it, and both can be given up`() async throws {
        let home = try await home()
        let first = try await home.owner.expect(200, "PATCH", home.occasionPath, ["rule": "fixed:12-25"])
        #expect(first.day == "2030-12-25")
        #expect(first.rule == "fixed:12-25")
        #expect(try await home.owner.expect(200, "PATCH", home.occasionPath, ["day": "2031-12-25"]).rule == "fixed:12-25")
        #expect(try await home.owner.expect(200, "PATCH", home.occasionPath, ["day": "2031-12-26"]).rule == .null)
        let moved = try await home.owner.expect(200, "PATCH", home.occasionPath, ["rule": "hanukkah", "day": "2032-11-27"])
        #expect(moved.day == "2032-11-27")
        #expect(try await home.owner.expect(200, "PATCH", home.occasionPath, ["rule": nil]).rule == .null)
    }

    @Test func `a limit is guarded by If-Match like the rest of its occasion`() async throws {
        let home = try await home()
        let tag = try #require(try await home.owner.ask("GET", home.occasionPath).headers["ETag"])
        let raised = try await home.owner.ask("PATCH", home.occasionPath, headers: [("If-Match", tag)], ["limit": Home.euros(200)])
        #expect(raised.status == 200)
        #expect(raised.headers["ETag"] != tag)
        #expect(try await home.owner.ask("PATCH", home.occasionPath, headers: [("If-Match", tag)], ["limit": Home.euros(300)]).status == 412)
        #expect(try await home.owner.expect(200, "GET", home.occasionPath).limit == Home.euros(200))
    }

    @Test func `a giver reveals a gift to its recipient over the API`() async throws {
        let home = try await home(), ben = try await Visitor("Ben", home.owner.server)
        try await home.join(ben, as: "adult")
        let member = try #require(try await ben.expect(200, "GET", home.path).me.string)
        let recipient = try #require(try await home.owner.expect(201, "POST", "\(home.path)/recipients", ["name": "Ben", "member": .text(member)]).id.string)
        let gift = try #require(
            try await home.owner.expect(201, "POST", "\(home.occasionPath)/gifts", ["recipient": .text(recipient), "name": "Drum"]).id.string)
        let path = "\(home.occasionPath)/gifts/\(gift)"
        #expect(try await ben.ask("GET", path).status == 404)
        #expect(try await ben.ask("POST", "\(path)/revelation").status == 404)
        #expect(try await home.owner.expect(200, "GET", path).revealed == false)
        #expect(try await home.owner.expect(200, "POST", "\(path)/revelation").revealed == true)
        #expect(try await ben.expect(200, "GET", path).name == "Drum")
    }

    @Test func `savings are the sum of what each coming occasion needs`() async throws {
        let home = try await home()
        try await home.owner.expect(201, "POST", "\(home.path)/occasions", ["name": "Past", "day": "2020-01-01", "limit": Home.euros(900)])
        try await home.owner.expect(201, "POST", "\(home.path)/occasions", ["name": "Birthday", "day": "2030-02-01", "limit": Home.euros(50)])
        let savings = try await home.owner.expect(200, "GET", "\(home.path)/savings")
        #expect(savings.goals.list.map(\.name) == ["Birthday", "Christmas"])
        let total = savings.months.list.compactMap(\.amount.minor.number).reduce(0, +)
        #expect(total == 150)
    }

    @Test func `pace without a limit has no expectation`() async throws {
        let home = try await home()
        #expect(try await home.owner.expect(200, "GET", "\(home.occasionPath)/pace").expected == Home.euros(0))
        try await home.owner.expect(200, "PATCH", home.occasionPath, ["limit": nil])
        let pace = try await home.owner.expect(200, "GET", "\(home.occasionPath)/pace")
        #expect(pace.expected == .null)
        #expect(pace.spent == Home.euros(0))
    }
}
