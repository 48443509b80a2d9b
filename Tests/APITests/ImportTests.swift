import Foundation
import HTTPServer
import TestSupport
import Testing

/// Gifts from and to a spreadsheet.
@Suite(.ownDatabase) struct ImportTests {
    private static let sheet = """
        For;Gift;Price;Paid;Status
        Tom;Bike;1.488,69;;
        Tom;Ball;12,50;10;
        Grandma;Socks;8;;idea
        Grandma;Socks;8;;idea
        Nobody;;5;;

        """

    private func home() async throws -> Home { try await Home(of: try await Visitor("Ana", try Server())) }

    private func take(_ sheet: String, _ query: String = "", in home: Home, as visitor: Visitor? = nil) async throws -> Server.Answer {
        let visitor = visitor ?? home.owner
        return await visitor.server.ask(
            "POST", "\(home.occasionPath)/imports\(query)", token: visitor.token, type: "text/csv", body: Array(sheet.utf8))
    }

    @Test func `a preview says what would happen and changes nothing`() async throws {
        let home = try await home(), before = try await home.everything()
        let answer = try await take(Self.sheet, "?preview=true", in: home)
        #expect(answer.status == 200)
        #expect(answer.json.decimalMark == "comma")
        #expect(answer.json.lines.list.map { $0.outcome.string } == ["added", "added", "added", "added", "refused"])
        #expect(answer.json.lines.list.last?.errors.list.first?.column == "name")
        #expect(try await home.everything() == before)
    }

    @Test func `the same table twice adds nothing twice, whatever became of its gifts`() async throws {
        let home = try await home()
        #expect(try await take(Self.sheet, in: home).status == 201)
        let gifts = try await home.owner.expect(200, "GET", "\(home.occasionPath)/gifts").items.list
        #expect(gifts.map { $0.name.string } == ["Kite", "Bike", "Ball", "Socks", "Socks"])
        #expect(gifts.map { $0.status.string } == ["planned", "planned", "bought", "idea", "idea"])
        let ledger = try await home.owner.expect(200, "GET", "\(home.occasionPath)/ledger").items.list
        #expect(ledger.compactMap { $0.amount.minor.number } == [1000])
        _ = try await home.owner.ask("PATCH", "\(home.occasionPath)/gifts/\(gifts[1].id.string ?? "")", ["name": "Red bike"])
        _ = try await home.owner.ask("DELETE", "\(home.occasionPath)/gifts/\(gifts[3].id.string ?? "")")
        let again = try await take(Self.sheet, in: home)
        #expect(again.json.added.number == 0)
        #expect(again.json.lines.list.map { $0.outcome.string } == ["known", "known", "known", "known", "refused"])
        #expect(try await home.owner.expect(200, "GET", "\(home.path)/recipients").items.list.map { $0.name.string } == ["Cy", "Tom", "Grandma"])
    }

    @Test func `a row like a gift that is there leaves it alone`() async throws {
        let home = try await home()
        let answer = try await take("For,Gift\ncy,  kite\n", in: home)
        #expect(answer.json.lines.list.map { $0.outcome.string } == ["alike"])
        #expect(answer.json.added.number == 0)
    }

    @Test func `what is exported can be imported, and is the same`() async throws {
        let home = try await home()
        _ = try await take(Self.sheet, in: home)
        let file = try await home.owner.ask("GET", "\(home.occasionPath)/gifts", headers: [("Accept", "text/csv")])
        #expect(file.headers["Content-Type"] == "text/csv; charset=utf-8")
        let second = try #require(try await home.owner.expect(201, "POST", "\(home.path)/occasions", ["name": "Next", "day": "2031-12-25"]).id.string)
        let taken = await home.owner.server.ask(
            "POST", "\(home.path)/occasions/\(second)/imports", token: home.owner.token, type: "text/csv", body: Array(file.text.utf8))
        #expect(taken.status == 201, "\(taken.text)")
        let copy = try await home.owner.ask("GET", "\(home.path)/occasions/\(second)/gifts", headers: [("Accept", "text/csv")])
        #expect(copy.text == file.text)
    }

    @Test func `amounts that can be read two ways are asked about`() async throws {
        let home = try await home(), sheet = "For,Gift,Price\nTom,Bike,1.000\n"
        let asked = try await take(sheet, in: home)
        #expect(asked.status == 422)
        #expect(asked.json.type == "/problems/ambiguous-decimal-mark")
        let answered = try await take(sheet, "?decimalMark=comma", in: home)
        #expect(answered.json.lines.list.first?.estimate.minor.number == 100_000)
    }

    @Test func `a row for the one who imports is refused, whether they have gifts or not`() async throws {
        let home = try await home(), ben = try await Visitor("Ben", home.owner.server)
        try await home.join(ben, as: "adult")
        let member = try #require(try await ben.expect(200, "GET", home.path).me.string)
        let recipient = try #require(try await home.owner.expect(201, "POST", "\(home.path)/recipients", ["name": "Ben", "member": .text(member)]).id.string)
        let sheet = "For,Gift\nBen,Drum\nCy,Drum\n"
        let before = try await take(sheet, "?preview=true", in: home, as: ben)
        try await home.owner.expect(201, "POST", "\(home.occasionPath)/gifts", ["recipient": .text(recipient), "name": "Drum"])
        let after = try await take(sheet, "?preview=true", in: home, as: ben)
        #expect(before.text == after.text)
        #expect(after.json.lines.list.map { $0.outcome.string } == ["refused", "added"])
    }
}
