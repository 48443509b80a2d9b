import Foundation
import Testing

@testable import Web

@Suite struct AssetLibraryTests {
    private func directory(_ files: [String: String]) throws -> URL {
        let root = FileManager.default.temporaryDirectory.appending(path: "mantel-assets-\(UUID().uuidString)")
        for (name, text) in files {
            let file = root.appending(path: name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return root
    }

    @Test func `An asset is served under the hash of all, with its type`() throws {
        let library = try AssetLibrary(directories: [directory(["mantel.css": "a{}", "font.woff2": "f", "notes.txt": "no"])])
        let css = try #require(library.asset(at: "/assets/\(library.hash)/mantel.css"))
        #expect(css.contentType == "text/css; charset=utf-8")
        #expect(css.bytes == Array("a{}".utf8))
        #expect(library.asset(at: library.paths["font.woff2"])?.contentType == "font/woff2")
        #expect(library.asset(at: library.paths["notes.txt"]) == nil)
        #expect(library.asset(at: "/assets/0000000000000000/mantel.css") == nil)
        #expect(library.asset(at: library.paths["../mantel.css"]) == nil)
    }

    @Test func `The hash changes with any content or name, and only then`() throws {
        let first = try AssetLibrary(directories: [directory(["mantel.css": "a{}", "a.js": "1"])]).hash
        let same = try AssetLibrary(directories: [directory(["mantel.css": "a{}", "a.js": "1"])]).hash
        let content = try AssetLibrary(directories: [directory(["mantel.css": "a{}", "a.js": "2"])]).hash
        let name = try AssetLibrary(directories: [directory(["mantel.css": "a{}", "b.js": "1"])]).hash
        #expect(first == same)
        #expect(Set([first, content, name]).count == 3)
    }

    @Test func `Our own files win over installed ones, which may be absent`() throws {
        let own = try directory(["mantel.css": "own"])
        let installed = try directory(["mantel.css": "other", "htmx.min.js": "h"])
        let nowhere = FileManager.default.temporaryDirectory.appending(path: "mantel-nowhere-\(UUID().uuidString)")
        let library = try AssetLibrary(directories: [own, installed, nowhere])
        #expect(library.asset(at: library.paths["mantel.css"])?.bytes == Array("own".utf8))
        #expect(library.paths.has("htmx.min.js"))
        #expect(!library.paths.has("figtree.woff2"))
    }

    @Test func `A directory without the style sheet is refused at start`() throws {
        let empty = try directory(["a.js": "1"])
        #expect(throws: AssetLibrary.Failure.self) { try AssetLibrary(directories: [empty]) }
    }

    /// Our own assets, as they are in this repository.
    private var own: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Web/Assets").standardizedFileURL
    }

    private func text(_ name: String) throws -> String {
        let library = try AssetLibrary(directories: [own])
        return String(decoding: try #require(library.asset(at: library.paths[name])).bytes, as: UTF8.self)
    }

    @Test func `Every class that a page uses is in the style sheet`() throws {
        let sheet = try text("mantel.css")
        let known = Set(sheet.matches(of: /\.([a-z][a-z0-9-]*)/).map { String($0.1) })
        for preview in Previews.all {
            let used = Markup(preview.html.text).tags.flatMap { ($0.attributes["class"] ?? "").split(separator: " ").map(String.init) }
            #expect(Set(used).subtracting(known) == [], "\(preview.name)")
        }
    }

    @Test func `Our assets fetch nothing from elsewhere and build no code at run time`() throws {
        for name in ["mantel.css", "mantel.js", "photo.js", "live.js", "manifest.webmanifest", "icon.svg"] {
            let text = try text(name).replacing("http://www.w3.org/2000/svg", with: "")
            #expect(text.firstMatch(of: /https?:|innerHTML|outerHTML|eval\(|new Function|document\.write|@import/) == nil, "\(name)")
        }
    }

    @Test func `Whatever our pages name is there, or is installed at set-up`() throws {
        let library = try AssetLibrary(directories: [own])
        let prefix = Previews.assets.prefix
        for tag in Previews.all.flatMap({ Markup($0.html.text).tags }) {
            guard let address = tag.attributes["href"] ?? tag.attributes["src"], address.hasPrefix(prefix) else { continue }
            let name = String(address.dropFirst(prefix.count))
            #expect(library.paths.has(name) || name == "htmx.min.js" || name.hasSuffix(".woff2"), "\(name)")
        }
    }
}
