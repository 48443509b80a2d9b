import Foundation
import Testing

@testable import Web

/// What holds of every page in every state.
@Suite struct PageTests {
    static let names = Previews.all.map(\.name)

    private func page(_ name: String) throws -> String { try #require(Previews.all.first { $0.name == name }).html.text }

    private func tags(_ element: String, in page: String) throws -> [String] {
        let pattern = try Regex("<\(element)(?=[\\s>])(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
        return page.matches(of: pattern).map { String(page[$0.range]) }
    }

    private func attribute(_ name: String, of tag: String) throws -> String? {
        let pattern = try Regex("\\s\(name)=(?:\"([^\"]*)\"|([^\\s\">]+))")
        guard let match = try pattern.firstMatch(in: tag) else { return nil }
        return match.output.dropFirst().compactMap { $0.substring.map(String.init) }.first
    }

    @Test(arguments: names) func `No page carries inline style, script or handlers`(name: String) throws {
        for tag in try tags("[a-z][a-zA-Z0-9]*", in: page(name)) {
            #expect(try attribute("style", of: tag) == nil, "\(tag)")
            #expect(tag.replacing(/"[^"]*"/, with: "").firstMatch(of: /\son[a-z]+\s*=/) == nil, "\(tag)")
            #expect(tag != "<style>")
            for link in ["href", "src", "action", "formaction"] {
                #expect(try attribute(link, of: tag)?.lowercased().hasPrefix("javascript:") != true, "\(tag)")
            }
        }
        for script in try tags("script", in: page(name)) { #expect(try attribute("src", of: script) != nil, "\(script)") }
        #expect(try !page(name).contains("<script>alert"))
    }

    @Test(arguments: names) func `Every form posts and carries the token`(name: String) throws {
        let forms = try page(name).split(separator: "<form ").dropFirst().map { String($0.prefix(upTo: $0.range(of: "</form>")?.lowerBound ?? $0.endIndex)) }
        for form in forms {
            #expect(form.hasPrefix("method=post "))
            #expect(form.contains(#"<input type=hidden name=_csrf value="preview-token">"#))
        }
    }

    @Test(arguments: names) func `Every control has a label, and every reference a target`(name: String) throws {
        let page = try page(name)
        let ids = try tags("[a-z][a-zA-Z0-9]*", in: page).compactMap { try attribute("id", of: $0) }
        #expect(Set(ids).count == ids.count, "two elements share an id: \(ids.filter { id in ids.count { $0 == id } > 1 })")
        let labelled = try tags("label", in: page).compactMap { try attribute("for", of: $0) }
        for element in ["input", "select", "textarea"] {
            for control in try tags(element, in: page) where try attribute("type", of: control) != "hidden" {
                // A radio button stands inside its label.
                if try attribute("type", of: control) == "radio" { continue }
                let id = try #require(try attribute("id", of: control), "\(control)")
                #expect(labelled.contains(id), "\(control)")
            }
        }
        for tag in try tags("[a-z][a-zA-Z0-9]*", in: page) {
            for reference in ["for", "aria-describedby", "aria-labelledby"] {
                for id in try attribute(reference, of: tag)?.split(separator: " ") ?? [] { #expect(ids.contains(String(id)), "\(tag)") }
            }
        }
    }

    @Test(arguments: names) func `Every page has a language, a title, a main part to skip to and one heading`(name: String) throws {
        let page = try page(name)
        #expect(page.hasPrefix("<!doctype html><html lang=en"))
        #expect(try tags("h1", in: page).count == 1)
        #expect(try tags("title", in: page).count == 1)
        #expect(page.contains("<main id=main tabindex=-1>"))
        #expect(page.contains("<a class=skip href=#main>"))
    }

    @Test(arguments: names) func `A screen has one berry button at most`(name: String) throws {
        let open = try page(name).replacing(Regex("<details(?![^>]* open).*?</details>").dotMatchesNewlines(), with: "")
        let buttons = try tags("(?:a|button)", in: open).filter { try attribute("class", of: $0)?.contains("button main") == true }
        #expect(buttons.count <= (name == "scan-verify-several" ? 2 : 1), "\(buttons)")
    }

    @Test(arguments: names) func `Every paper that is used is defined on the page`(name: String) throws {
        let page = try page(name)
        for match in page.matches(of: /url\(#(paper-\d+)\)/) { #expect(page.contains("<pattern id=\"\(match.1)\"")) }
    }

    @Test func `The subject's own page is the same whatever is planned`() {
        // It is made of the face alone: this holds as long as nothing else can be given to it.
        #expect(Mirror(reflecting: OwnPage(face: Previews.nora)).children.map(\.label) == ["face"])
        var (empty, full) = (Previews.people[4], Previews.people[4])
        empty.budget = Budget(limit: nil, planned: Previews.euro(0), spent: Previews.euro(0))
        full.budget = Budget(limit: Previews.euro(100), planned: Previews.euro(9999), spent: Previews.euro(99))
        (full.bought, full.gifts) = (3, 4)
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
