import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import Web

/// Forms that are sent twice, or refused.
@Suite(.ownDatabase) struct RepeatedFormTests {
    @Test func `A correction or a refund that is sent twice is entered once`() async throws {
        var ana = try Browser()
        let (_, person, gift) = try await ana.planForGranny()
        try await ana.send("\(person)/\(gift)/purchase", ["paid": "45"])
        for _ in 0..<2 {
            var same = ana
            try await same.send("\(person)/\(gift)/correction", ["paid": "40", "reason": "A slip"])
        }
        try await ana.get(person)
        #expect(ana.answer.text.contains("<span class=money>€80</span> left to spend"))
        for _ in 0..<2 {
            var same = ana
            try await same.send("\(person)/\(gift)/refund", ["refunded": "10"])
        }
        // The same form with something else in it is not taken for the same.
        var twice = ana
        try await twice.send("\(person)/\(gift)/refund", ["refunded": "11"])
        #expect(twice.answer.status == 422 && twice.answer.text.contains("sent before"))
        try await ana.get(person)
        #expect(ana.answer.text.contains("<span class=money>€90</span> left to spend"))
        // And what is meant again is entered again.
        try await ana.send("\(person)/\(gift)/refund", ["refunded": "10"])
        #expect(ana.answer.text.contains("<span class=money>€100</span> left to spend"))
    }

    @Test func `An occasion, a person, a gift or an event whose form is sent twice is there once`() async throws {
        var ana = try Browser()
        let (home, person, _) = try await ana.planForGranny()
        let forms = [
            ("\(home)/gifts", "\(home)/gifts", ["name": "Uncle Joe"]), ("\(home)/gifts", "\(home)/occasions", ["name": "Eid", "day": "2031-01-01"]),
            (person, person, ["name": "Red slippers"]), ("\(home)/calendar?from=2030-11-20", "\(home)/calendar", ["title": "Fair", "day": "2030-12-01"]),
        ]
        for (page, action, fields) in forms {
            try await ana.get(page)
            var paths: Set<String> = []
            for _ in 0..<2 {
                var same = ana
                try await same.send(action, fields)
                #expect(same.answer.status == 200, "\(action)")
                paths.insert(same.answer.path)
            }
            #expect(paths.count == 1, "\(action): \(paths)")
            // A look later, the same words are meant once more.
            try await ana.get(page)
            try await ana.send(action, fields)
            try await ana.get(page)
        }
        #expect(ana.answer.text.matches(of: /Fair/).count >= 2)
        try await ana.get(person)
        #expect(ana.answer.text.matches(of: /<span class=name dir=auto>Red slippers/).count == 2)
    }

    @Test func `A purchase that is sent twice counts once`() async throws {
        var ana = try Browser()
        let (_, person, gift) = try await ana.planForGranny()
        let before = ana
        try await ana.send("\(person)/\(gift)/purchase")
        ana = before
        try await ana.send("\(person)/\(gift)/purchase")
        #expect(ana.answer.text.contains("<span class=money>€77.50</span> left to spend"))
    }

    @Test func `What is refused comes back with what was typed and how it was read`() async throws {
        var ana = try Browser()
        let (home, person, gift) = try await ana.planForGranny()
        try await ana.send("\(person)/\(gift)/purchase", ["paid": "1.000"])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("value=\"1.000\""))
        #expect(ana.answer.text.contains("This could be 1000 or 1.000: type it without the mark"))
        try await ana.get("\(home)/gifts")
        try await ana.send("\(home)/occasions", ["name": " ", "day": "2031-02-30", "limit": "-5"])
        #expect(ana.answer.status == 422)
        for words in ["This is needed", "This is not a day", "This must not be less than zero"] { #expect(ana.answer.text.contains(words), "\(words)") }
        try await ana.get("\(home)/calendar")
        try await ana.send("\(home)/calendar", ["title": "Fair", "day": "2030-12-12", "time": "14:00", "endTime": "09:00"])
        #expect(ana.answer.status == 422)
        #expect(ana.answer.text.contains("This is before the beginning"))
    }
}
