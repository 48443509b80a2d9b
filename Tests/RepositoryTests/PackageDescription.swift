import Foundation

/// The targets as `swift package dump-package` describes them.
struct PackageDescription: Decodable {
    struct Target: Decodable {
        var name: String
        var type: String
        var path: String?
        var dependencies: [Dependency]
    }

    /// `{"byName": ["Jobs", null]}`, or `target` or `product` instead of `byName`.
    struct Dependency: Decodable {
        var name: String

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.singleValueContainer().decode([String: [String?]].self)
            name = kinds.values.first?.first.flatMap { $0 } ?? ""
        }
    }

    private struct Outside: Decodable {}

    var targets: [Target]
    private var dependencies: [Outside]
    var hasOutsidePackages: Bool { !dependencies.isEmpty }

    /// What each target depends on directly.
    var arrows: [String: Set<String>] {
        Dictionary(uniqueKeysWithValues: targets.map { ($0.name, Set($0.dependencies.map(\.name))) })
    }

    func names(ofType type: String) -> Set<String> { Set(targets.filter { $0.type == type }.map(\.name)) }

    /// All that comes into an executable with a target.
    func reach(of name: String) -> Set<String> {
        var reached: Set<String> = [], open = [name]
        while let next = open.popLast() {
            for target in arrows[next] ?? [] where reached.insert(target).inserted { open.append(target) }
        }
        return reached
    }

    /// Where the files of a target are.
    func folder(of target: Target) -> String { target.path ?? (target.type == "test" ? "Tests/" : "Sources/") + target.name }

    static func read() throws -> PackageDescription {
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // With a folder of its own: whoever runs the tests holds the lock of the package's.
        let scratch = FileManager.default.temporaryDirectory.appending(path: "dump-package-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        process.arguments = ["swift", "package", "--package-path", Repository.root.path, "--scratch-path", scratch.path, "dump-package"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(PackageDescription.self, from: said)
    }
}
