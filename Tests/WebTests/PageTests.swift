import Foundation
import Household
import Testing

@testable import Web

/// What holds of every page in every state.
@Suite struct PageTests {
    static let names = Previews.all.map(\.name)

    private static let markups = Dictionary(uniqueKeysWithValues: Previews.all.map { ($0.name, Markup($0.html.text)) })

    private func markup(_ name: String) throws -> Markup { try #require(Self.markups[name]) }

    @Test(arguments: names) func `No page carries inline style, script or handlers`(name: String) throws {
        for tag in try markup(name).tags {
            #expect(tag.attributes["style"] == nil, "\(tag)")
            #expect(tag.attributes.keys.allSatisfy { !$0.hasPrefix("on") }, "\(tag)")
            #expect(tag.name != "style")
            #expect(tag.name != "script" || tag.attributes["src"]?.hasPrefix(Previews.assets.prefix) == true, "\(tag)")
            for link in ["href", "src", "action", "formaction", "hx-get"] {
                #expect(tag.attributes[link]?.lowercased().contains("javascript:") != true, "\(tag)")
            }
        }
    }

    @Test(arguments: names) func `Every form posts and carries the token`(name: String) throws {
        let tags = try markup(name).tags
        for (index, tag) in tags.enumerated() where tag.name == "form" {
            #expect(tag.attributes["method"] == "post", "\(tag)")
            let token = tags[index + 1]
            #expect(token.name == "input" && token.attributes["type"] == "hidden", "\(token)")
            #expect(token.attributes["name"] == CSRFToken.fieldName && token.attributes["value"] == "preview-token", "\(token)")
        }
    }

    @Test(arguments: names) func `Every control has a label, and every reference a target`(name: String) throws {
        let tags = try markup(name).tags
        let ids = tags.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count, "two elements share an id: \(ids.filter { id in ids.count { $0 == id } > 1 })")
        let labelled = Set(tags.filter { $0.name == "label" }.compactMap { $0.attributes["for"] })
        for tag in tags where ["input", "select", "textarea"].contains(tag.name) {
            // A radio button stands inside its label.
            if ["hidden", "radio"].contains(tag.attributes["type"]) { continue }
            #expect(labelled.contains(try #require(tag.attributes["id"], "\(tag)")), "\(tag)")
        }
        for tag in tags {
            for reference in ["for", "aria-describedby", "aria-labelledby"] {
                for id in tag.attributes[reference]?.split(separator: " ") ?? [] { #expect(ids.contains(String(id)), "\(tag)") }
            }
        }
    }

    @Test(arguments: names) func `Every page has a language, a title, a main part to skip to and one heading`(name: String) throws {
        let tags = try markup(name).tags
        #expect(tags.first { $0.name == "html" }?.attributes["lang"] == "en")
        #expect(tags.count { $0.name == "h1" } == 1)
        #expect(tags.count { $0.name == "title" } == 1)
        #expect(tags.filter { $0.name == "main" }.map { $0.attributes["id"] } == ["main"])
        #expect(tags.first { $0.name == "a" }?.attributes["href"] == "#main")
    }

    @Test(arguments: names) func `A screen has one berry button at most`(name: String) throws {
        let buttons = try markup(name).tags.filter { !$0.isFolded && $0.attributes["class"]?.contains("button main") == true }
        // Each of several dates is confirmed by itself.
        #expect(buttons.count <= (name == "scan-verify-several" ? 2 : 1), "\(buttons)")
    }

    @Test func `A hostile name is nowhere markup`() throws {
        for preview in Previews.all {
            #expect(!preview.html.text.contains("<script>alert"), "\(preview.name)")
        }
        #expect(try markup("household").tags.allSatisfy { $0.name != "script" || $0.attributes["src"] != nil })
        #expect(try #require(Previews.all.first { $0.name == "household" }).html.text.contains("&lt;script&gt;alert(1)"))
    }

    @Test(arguments: names) func `Every paper that is used is defined on the page`(name: String) throws {
        let tags = try markup(name).tags
        let defined = Set(tags.filter { $0.name == "pattern" }.compactMap { $0.attributes["id"] })
        let used = Set(tags.compactMap { $0.attributes["fill"] }.filter { $0.hasPrefix("url(#") }.map { String($0.dropFirst(5).dropLast()) })
        #expect(used == defined)
    }

    @Test func `The subject's own page is the same whatever is planned`() {
        // It is made of the face alone: this holds as long as nothing else can be given to it.
        #expect(Mirror(reflecting: OwnPage(face: Previews.nora)).children.map(\.label) == ["face", "revealed"])
        var (empty, full) = (Previews.people[4], Previews.people[4])
        empty.tally = Tally(limit: nil, planned: Previews.euro(0), spent: Previews.euro(0), gifts: 0, bought: 0)
        full.tally = Tally(limit: Previews.euro(100), planned: Previews.euro(9999), spent: Previews.euro(99), gifts: 4, bought: 3)
        #expect(empty.html(in: Previews.frame).text == full.html(in: Previews.frame).text)
    }

    @Test func `Going back after signing in stays on this server's path`() {
        let page = SignUpPage(next: "/join/a b&c=\"d\"").html(in: Previews.door).text
        #expect(page.contains(#"href="/signin?next=/join/a%20b%26c%3D%22d%22""#))
    }

    @Test func `Previews are written where someone wants to look at them`() throws {
        guard let directory = ProcessInfo.processInfo.environment["MANTEL_PREVIEWS"].map({ URL(filePath: $0) }) else {
            #expect(Set(Self.names).count == Self.names.count)
            return
        }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for preview in Previews.all {
            let file = directory.appending(path: preview.name + ".html")
            try Data(preview.html.text.utf8).write(to: file)
            #expect(try Data(contentsOf: file).count == preview.html.text.utf8.count)
        }
    }
}
