import Foundation
import FoundationXML
import Household
import Testing

@testable import Web

@Suite struct HTMLTests {
    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='x", "</textarea><script>", "&lt;b&gt;", "<!--", "]]>",
    ])
    func `A hostile name stays text`(name: String) throws {
        let html: HTML = "<p title=\"\(name)\">\(name)</p>"
        let document = try XMLDocument(xmlString: html.text)
        let paragraph = try #require(document.rootElement())
        #expect(paragraph.stringValue == name)
        #expect(paragraph.attribute(forName: "title")?.stringValue == name)
        #expect(paragraph.childCount == 1)
    }

    @Test func `Markup is spliced once, text is escaped once`() {
        let inner: HTML = "<b>\("a < b")</b>"
        let outer: HTML = "<p>\(inner)\([inner, inner])</p>"
        #expect(outer.text == "<p><b>a &lt; b</b><b>a &lt; b</b><b>a &lt; b</b></p>")
    }

    @Test func `What is absent is nothing, and an attribute without a value is not written`() {
        let absent: HTML? = nil
        let html: HTML = "<a\(attribute: "rel", nil)\(attribute: "title", "\"x\"")\(" hidden", if: false)\(" inert", if: true)>\(absent)</a>"
        #expect(html.text == "<a title=\"&quot;x&quot;\" inert></a>")
    }

    @Test func `Control characters cannot break a page`() {
        let html: HTML = "\("a\u{0}b\u{1B}c\u{85}d\te\n")"
        #expect(html.text == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\te\n")
    }

    @Test func `Text of other scripts and emoji comes through untouched`() {
        let name = "Zoë 王小明 \u{202B}نور\u{202C} 👩‍👧"
        #expect(("\(name)" as HTML).text == name)
    }

    @Test func `A definition is written once however often it is needed`() {
        let paper = Paper(3)
        let page: HTML = "\(Face(name: "Nora", paper: paper).tag())\(Face(name: "Tom", paper: paper).tag())"
        #expect(page.definitionMarkup.text == paper.pattern.text)
    }

    @Test func `Forty-eight people of a household have different papers`() {
        #expect(Set((0..<Paper.count).map { Paper($0).pattern.text.drop { $0 != ">" } }).count == Paper.count)
        #expect(Paper(-1) == Paper(47))
    }
}
