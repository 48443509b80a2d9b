import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import Web

/// What a family is told, and how.
@Suite(.ownDatabase) struct NoticePagesTests {
    @Test func `Everybody says when they are told of a budget, and whether by mail`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/notices")
        #expect(ana.answer.text.contains("As the household does (at 80 % and when it is over)"))
        try await ana.send("\(home)/notices/settings", ["at": "none", "mail": "no"])
        #expect(ana.answer.text.contains("<option value=\"none\" selected>"))
        #expect(ana.answer.text.contains("<option value=\"no\" selected>"))
        try await ana.send("\(home)/notices/settings", ["at": "0,100", "mail": "yes"])
        #expect(ana.answer.status == 404)
    }

    @Test func `Everybody chooses the way, the hours and the rhythm of what they are told`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        let fields = [
            "way-budget": "app", "way-reminder": "none", "mail": "yes", "rhythm": "5", "digest-at": "17:45", "quiet-from": "21:00", "quiet-to": "07:30", "everybody": "100",
        ]
        try await ana.get("\(home)/notices")
        try await ana.send("\(home)/notices/settings", fields)
        for words in ["value=\"app\" selected", "value=\"none\" selected", "value=\"5\" selected", "value=\"17:45\"", "value=\"21:00\"", "value=\"07:30\"", "(when it is over)"] {
            #expect(ana.answer.text.contains(words), "\(words)")
        }
        // What was typed comes back with what is wrong about it.
        try await ana.send("\(home)/notices/settings", fields.merging(["quiet-to": "21:00", "way-budget": "mail"]) { $1 })
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("This must be another time"))
        try await ana.get("\(home)/notices")
        #expect(ana.answer.text.contains("value=\"07:30\"") && ana.answer.text.contains("value=\"app\" selected"))
        try await ana.send("\(home)/notices/settings", fields.merging(["quiet-from": "", "quiet-to": "", "rhythm": "once", "digest-at": ""]) { $1 })
        #expect(!ana.answer.text.contains("value=\"07:30\"") && ana.answer.text.contains("value=\"once\" selected"))
    }

    @Test func `An occasion is told of at parts of its own, or as the household is`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/gifts")
        try await ana.send("\(home)/occasions", ["name": "Christmas", "rule": "fixed:12-25", "limit": "100"])
        let action = try #require(ana.matches(/action="([^"]+\/limits)"/).first)
        for (choice, shown) in [("100", "value=\"100\" selected"), ("none", "value=\"none\" selected"), ("household", "value=\"household\" selected")] {
            try await ana.send(action, ["limit": "100", "at": choice])
            #expect(ana.answer.status == 200 && ana.answer.text.contains(shown), "\(choice)")
        }
    }

    @Test func `Who else reads the mail or uses the device is named, and nobody is taken off a device`() async throws {
        var ana = try Browser()
        let home = try await ana.settle("Ana")
        try await ana.get("\(home)/notices")
        #expect(!ana.answer.text.contains("Who reads along"))
        var ben = Browser(at: ana)
        try await ben.join(ana, at: home)
        try await ana.get("\(home)/notices")
        let field = try #require(ana.matches(/name="(shared-[0-9a-f-]+)"/).first)
        try await ana.send("\(home)/notices/sharing", [field: "mailbox"])
        #expect(ana.answer.text.contains("value=\"mailbox\" selected"))
        try await ana.send("\(home)/notices/sharing", [field: "both"])
        #expect(ana.answer.text.contains("value=\"both\" selected") && ana.answer.text.contains("This device is shared"))
        try await ana.send("\(home)/notices/sharing", [field: "no"])
        #expect(ana.answer.status == 403)
    }
}
