import Foundation

/// The files of this repository, as the tests of its promises read them.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The text of every Swift file below `folder`.
    static func sources(in folder: String) throws -> [String] {
        try files(in: folder).map(\.text)
    }

    /// Path and text of every Swift file below `folder`.
    static func files(in folder: String) throws -> [(path: String, text: String)] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { ("\(folder)/\($0)", try text("\(folder)/\($0)")) }
    }
}
