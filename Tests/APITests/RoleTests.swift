import TestSupport
import Testing

@Suite(.ownDatabase) struct RoleTests {
    /// A household of an organiser, an adult, a child and a guest.
    private struct People {
        let home: Home
        let adult: Visitor
        let child: Visitor
        let guest: Visitor

        init() async throws {
            home = try await Home(of: try await Visitor("Ana", try Server()))
            adult = try await Visitor("Ben", home.owner.server)
            child = try await Visitor("Cid", home.owner.server)
            guest = try await Visitor("Dan", home.owner.server)
            try await home.join(adult, as: "adult")
            try await home.join(child, as: "child")
            try await home.join(guest, as: "guest")
        }

        func member(_ visitor: Visitor) async throws -> String { try #require(try await visitor.expect(200, "GET", home.path).me.string) }
    }

    @Test func `nobody but an organiser gives roles, not even to themselves`() async throws {
        let people = try await People()
        for visitor in [people.adult, people.child, people.guest] {
            let own = "\(people.home.path)/members/\(try await people.member(visitor))"
            for role in ["organiser", "adult", "child", "guest"] {
                #expect(try await visitor.ask("PATCH", own, ["role": .text(role)]).status == 403, "\(visitor.name) as \(role)")
            }
            let others = "\(people.home.path)/members/\(people.home["member"])"
            #expect(try await visitor.ask("PATCH", others, ["role": "guest"]).status == 403)
            #expect(try await visitor.ask("DELETE", others).status == 403)
            #expect(try await visitor.ask("PATCH", people.home.path, ["name": "Mine"]).status == 403)
        }
        let roles = try await people.home.owner.expect(200, "GET", "\(people.home.path)/members").items.list.map(\.role)
        #expect(roles == ["organiser", "adult", "child", "guest"])
    }

    @Test func `adults invite, but no organiser; children and guests invite nobody`() async throws {
        let people = try await People()
        let invitations = "\(people.home.path)/invitations"
        #expect(try await people.adult.ask("POST", invitations, ["role": "adult"]).status == 201)
        #expect(try await people.adult.ask("POST", invitations, ["role": "organiser"]).status == 403)
        for visitor in [people.child, people.guest] {
            #expect(try await visitor.ask("POST", invitations, ["role": "guest"]).status == 403)
            // They see none of them either: a link is a key.
            #expect(try await visitor.expect(200, "GET", invitations).items == [])
            #expect(try await visitor.ask("DELETE", "\(invitations)/\(people.home["invitation"])").status == 404)
        }
    }

    @Test func `a guest sees nothing of the gifts, and can add none`() async throws {
        let people = try await People()
        let home = people.home, guest = people.guest
        #expect(try await guest.expect(200, "GET", "\(home.path)/occasions").items == [])
        #expect(try await guest.expect(200, "GET", "\(home.path)/recipients").items == [])
        for path in [home.occasionPath, home.giftPath, "\(home.occasionPath)/ledger", "\(home.path)/recipients/\(home["recipient"])"] {
            #expect(try await guest.ask("GET", path).status == 404, "\(path)")
        }
        let additions: [(String, JSONDocument)] = [
            ("\(home.path)/occasions", ["name": "Mine", "day": "2030-12-25"]), ("\(home.path)/recipients", ["name": "Me"]),
            ("\(home.occasionPath)/gifts", ["recipient": .text(home["recipient"]), "name": "Mine"]),
            ("\(home.giftPath)/purchase", ["paid": Home.euros(1)]),
        ]
        let before = try await home.everything()
        for (path, body) in additions {
            let answer = try await guest.ask("POST", path, body)
            #expect(answer.status == 403 || answer.status == 404, "\(path): \(answer.text)")
        }
        #expect(try await home.everything() == before)
    }

    @Test func `a household keeps an organiser, and who is removed is out at once`() async throws {
        let people = try await People()
        let home = people.home
        let own = "\(home.path)/members/\(home["member"])"
        #expect(try await home.owner.ask("PATCH", own, ["role": "adult"]).status == 409)
        #expect(try await home.owner.ask("DELETE", own).status == 409)
        #expect(try await home.owner.ask("DELETE", "\(home.path)/members/\(try await people.member(people.adult))").status == 204)
        #expect(try await people.adult.ask("GET", home.path).status == 404)
        #expect(try await people.adult.expect(200, "GET", "/api/v1/households").items == [])
        // Everybody may leave.
        #expect(try await people.child.ask("DELETE", "\(home.path)/members/\(try await people.member(people.child))").status == 204)
        #expect(try await people.child.ask("GET", home.path).status == 404)
    }
}
