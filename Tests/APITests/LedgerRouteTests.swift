import TestSupport
import Testing

@Suite(.ownDatabase) struct LedgerRouteTests {
    /// Ana, for whom Ben plans a bicycle; Cy is in it, Dan is a guest.
    private struct Plot {
        let home: Home
        let ana: Visitor
        let ben: Visitor
        let cy: Visitor
        let guest: Visitor
        let bicycle: String

        init() async throws {
            home = try await Home(of: try await Visitor("Ben", try Server()))
            ben = home.owner
            ana = try await Visitor("Ana", ben.server)
            cy = try await Visitor("Cy", ben.server)
            guest = try await Visitor("Dan", ben.server)
            try await home.join(ana, as: "adult")
            try await home.join(cy, as: "adult")
            try await home.join(guest, as: "guest")
            let member = try #require(try await ana.expect(200, "GET", home.path).me.string)
            let recipient = try #require(try await ben.expect(201, "POST", "\(home.path)/recipients", ["name": "Ana", "member": .text(member)]).id.string)
            bicycle = try #require(try await ben.expect(201, "POST", "\(home.occasionPath)/gifts", ["recipient": .text(recipient), "name": "Bicycle"]).id.string)
        }

        var bicyclePath: String { "\(home.occasionPath)/gifts/\(bicycle)" }
    }

    @Test func `a purchase without a key that comes again is told how to say what it means`() async throws {
        let home = try await Home(of: try await Visitor("Ana", try Server()))
        let paid: JSONDocument = ["paid": Home.euros(500)]
        try await home.owner.expect(201, "POST", "\(home.giftPath)/purchase", paid)
        let again = try await home.owner.expect(409, "POST", "\(home.giftPath)/purchase", paid)
        #expect(again.type == "/problems/already-bought")
        #expect(again.detail.string?.contains("additional") == true)
        try await home.owner.expect(201, "POST", "\(home.giftPath)/purchase", ["paid": Home.euros(100), "additional": true])
        try await home.owner.expect(201, "POST", "\(home.giftPath)/purchase", headers: [("Idempotency-Key", "more")], ["paid": Home.euros(10)])
        #expect(try await home.owner.expect(200, "GET", home.occasionPath).spent.minor == 610)
    }

    /// Case G20.
    @Test func `one purchase of two gifts is answered with shares that sum to what was paid`() async throws {
        let plot = try await Plot(), home = plot.home
        let body: JSONDocument = [
            "lines": [["gift": .text(plot.bicycle), "price": Home.euros(2_000)], ["gift": .text(home["gift"]), "price": Home.euros(1_000)]],
            "shipping": Home.euros(300), "tax": Home.euros(264),
        ]
        let key = [("Idempotency-Key", "basket")]
        let bought = try await plot.ben.expect(201, "POST", "\(home.occasionPath)/purchases", headers: key, body)
        #expect(bought.total.minor == 3_564)
        #expect(bought.items.list.map(\.amount.minor) == [2_376, 1_188])
        #expect(try await plot.ben.expect(201, "POST", "\(home.occasionPath)/purchases", headers: key, body) == bought)
        #expect(try await plot.ben.expect(200, "GET", home.occasionPath).spent.minor == 3_564)
        // Ana sees the line that is not for her, and a sum without the other.
        #expect(try await plot.ana.expect(200, "GET", "\(home.occasionPath)/ledger").items.list.map(\.amount.minor) == [1_188])
        #expect(try await plot.ana.expect(200, "GET", home.occasionPath).spent.minor == 1_188)
        let wrong = try await plot.ben.ask("POST", "\(home.occasionPath)/purchases", ["lines": [], "tax": ["minor": 1, "currency": "EU"]])
        #expect(wrong.pointers.sorted() == ["/lines", "/tax/currency"])
    }

    @Test func `to a subject and to a guest every route of the ledger answers as for a gift that is not there`() async throws {
        let plot = try await Plot(), home = plot.home
        let part = try #require(try await plot.cy.expect(201, "POST", "\(plot.bicyclePath)/contributions", [:]).id.string)
        try await plot.ben.expect(201, "POST", "\(plot.bicyclePath)/purchase", ["paid": Home.euros(8_000)])
        try await plot.ben.expect(200, "PUT", "\(plot.bicyclePath)/logistics", ["hidingPlace": "Attic"])
        let entry = try #require(try await plot.ben.expect(200, "GET", "\(home.occasionPath)/ledger").items.list.last?.id.string)
        let nothing = "019a0000-0000-7000-8000-000000000009"
        for visitor in [plot.ana, plot.guest] {
            for gift in [plot.bicycle, nothing] {
                let path = "\(home.occasionPath)/gifts/\(gift)"
                let line = "\(home.occasionPath)/ledger/\(gift == nothing ? nothing : entry)"
                let requests: [(String, String, JSONDocument?)] = [
                    ("GET", "\(path)/contributions", nil), ("POST", "\(path)/contributions", [:]),
                    ("POST", "\(path)/contributions", ["amount": Home.euros(5)]), ("DELETE", "\(path)/contributions/\(part)", nil),
                    ("GET", "\(path)/logistics", nil), ("PUT", "\(path)/logistics", ["hidingPlace": "Shed"]),
                    ("POST", "\(path)/purchase", ["paid": Home.euros(1)]), ("POST", "\(path)/refunds", ["refunded": Home.euros(1)]),
                    ("POST", "\(line)/corrections", ["paid": Home.euros(1), "reason": "Mine"]), ("POST", "\(line)/corrections", ["rate": "0.1"]),
                    ("POST", "\(line)/refunds", ["refunded": Home.euros(1)]),
                    ("POST", "\(home.occasionPath)/purchases", ["lines": [["gift": .text(gift), "price": Home.euros(1)]]]),
                ]
                for (method, path, body) in requests {
                    let answer = try await visitor.ask(method, path, body)
                    let unknown = try await visitor.ask("GET", "\(home.path)/recipients/\(nothing)")
                    #expect(answer.status == 404, "\(visitor.name) \(method) \(path): \(answer.text)")
                    #expect(answer.text == unknown.text, "\(visitor.name) \(method) \(path)")
                }
            }
        }
        #expect(try await plot.ana.expect(200, "GET", "\(home.occasionPath)/settlement").items == [])
        #expect(try await plot.guest.ask("GET", "\(home.occasionPath)/settlement").status == 404)
        let transfer = try await plot.cy.expect(200, "GET", "\(home.occasionPath)/settlement").items
        #expect(transfer.list.map(\.amount.minor) == [8_000])
        let paid: JSONDocument = ["from": transfer[0].from, "to": transfer[0].to, "amount": Home.euros(3_000), "secretFrom": transfer[0].secretFrom]
        let repayment = try await plot.cy.expect(201, "POST", "\(home.occasionPath)/repayments", headers: [("Idempotency-Key", "back")], paid)
        #expect(try await plot.cy.expect(201, "POST", "\(home.occasionPath)/repayments", headers: [("Idempotency-Key", "back")], paid) == repayment)
        #expect(try await plot.ben.expect(200, "GET", "\(home.occasionPath)/settlement").items.list.map(\.amount.minor) == [5_000])
        #expect(try await plot.ana.expect(200, "GET", "\(home.occasionPath)/repayments").items == [])
        #expect(try await plot.guest.ask("GET", "\(home.occasionPath)/repayments").status == 404)
        let path = "\(home.occasionPath)/repayments/\(repayment.id.string ?? "")"
        #expect(try await plot.ana.ask("DELETE", path).text == (try await plot.ana.ask("DELETE", "\(home.occasionPath)/repayments/\(nothing)")).text)
        try await plot.ben.expect(204, "DELETE", path)
        #expect(transfer[0].from.string == (try await plot.cy.expect(200, "GET", home.path).me.string))
    }
}
