import Foundation
import HTTPServer
import TestSupport
import Testing

/// What several tests have their people do.
extension Browser {
    /// Makes a household with Christmas, Granny on the list with a budget of 120, and a scarf planned for her.
    mutating func planForGranny() async throws -> (home: String, person: String, gift: String) {
        let home = try await settle("Ana")
        try await get("\(home)/gifts")
        try await send("\(home)/occasions", ["name": "Christmas", "day": "2030-12-25", "limit": "800"])
        try await send("\(home)/gifts", ["name": "Granny", "limit": "120"])
        let person = String(answer.path.prefix { $0 != "?" })
        try await send(person, ["name": "Wool scarf", "estimate": "42,50"])
        let gift = try #require(matches(/id="gift-([0-9a-f-]+)"/).first)
        return (home, person, gift)
    }

    mutating func invite(at home: String) async throws -> String {
        try await get("\(home)/household")
        try await send("\(home)/invitations", ["role": "adult", "email": ""])
        return try #require(matches(/value="http:\/\/mantel\.example(\/join\/[^"]+)"/).first)
    }

    mutating func join(_ organiser: Browser, at home: String) async throws {
        var organiser = organiser
        let link = try await organiser.invite(at: home)
        try await signUp("Ben", next: link)
        try await send(link)
        #expect(answer.path == home)
    }

    /// The pages that show figures, as one text.
    mutating func everything(at home: String, _ person: String) async throws -> String {
        var text = ""
        for path in [home, "\(home)/gifts", "\(home)/notices", "\(home)/calendar", person] {
            // The stamps of forms tell the time.
            text += try await get(path).text.replacing(/name=once value="\d+"/, with: "")
        }
        return text
    }
}
