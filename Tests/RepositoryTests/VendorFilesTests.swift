import Testing

@Suite struct VendorFilesTests {
    @Test func `every file of others that a page asks for is one that set-up fetches`() throws {
        let fetched = try Repository.text("deploy/vendor") + Repository.text("deploy/vendor.txt")
        let style = try Repository.text("Sources/Web/Assets/mantel.css").matches(of: /url\(([a-z.0-9]+\.woff2)\)/).map { String($0.1) }
        let page = try Repository.text("Sources/Web/Layout/Document.swift").matches(of: /"([a-z.]+\.(?:woff2|min\.js))"/).map { String($0.1) }
        #expect(Set(style) == ["bricolage.woff2", "figtree.woff2"])
        #expect(Set(page).isSuperset(of: style))
        for name in Set(style + page) { #expect(fetched.contains(name.split(separator: ".")[0]), "\(name)") }
    }
}
