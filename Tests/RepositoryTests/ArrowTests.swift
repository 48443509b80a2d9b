import Foundation
import Testing

/// Who may know whom. Dependencies point one way: executable -> API, Web -> Store -> Household.
@Suite struct ArrowTests {
    private static let package = Result { try PackageDescription.read() }
    private var package: PackageDescription { get throws { try Self.package.get() } }

    /// All that a part may depend on; system libraries aside.
    private static let allowed: [String: Set<String>] = [
        "ServiceKit": [], "Household": [],
        "HTTPServer": ["ServiceKit"], "PostgreSQL": ["ServiceKit"], "Redis": ["ServiceKit"], "Secrets": ["ServiceKit"],
        "Jobs": ["PostgreSQL", "Redis", "ServiceKit"],
        "Recognition": ["Household", "ServiceKit"], "Delivery": ["Household", "ServiceKit"],
        "Store": ["Household", "Jobs", "PostgreSQL", "Secrets", "ServiceKit"],
        "Mailing": ["Delivery", "Household", "Jobs", "PostgreSQL", "ServiceKit", "Store"],
        "API": ["HTTPServer", "Household", "PostgreSQL", "Secrets", "ServiceKit", "Store"],
        "DAV": ["HTTPServer", "Household", "Secrets", "ServiceKit", "Store"],
        "Web": ["HTTPServer", "Household", "PostgreSQL", "Secrets", "ServiceKit", "Store"],
    ]

    /// The one target above each C library.
    private static let owners = [
        "CMicrohttpd": "HTTPServer", "CPostgreSQL": "PostgreSQL", "CHiredis": "Redis", "CSodium": "Secrets", "CCurl": "Delivery",
        "CTesseract": "Recognition", "CVips": "Recognition", "CZBar": "Recognition",
    ]

    @Test func `no part depends on one above it`() throws {
        let package = try package
        let parts = package.names(ofType: "regular").filter { !$0.hasPrefix("Probe") && $0 != "TestSupport" }
        for part in parts {
            let allowed = try #require(Self.allowed[part], "\(part) is new: say here what it may depend on")
            let arrows = (package.arrows[part] ?? []).subtracting(package.names(ofType: "system"))
            #expect(arrows.subtracting(allowed) == [], "\(part) depends on what it must not know")
        }
        #expect(!parts.isEmpty)
        #expect(!package.hasOutsidePackages)
    }

    @Test func `nothing depends on an executable or on what is for tests, but tests`() throws {
        let package = try package
        let forbidden = package.names(ofType: "executable").union(package.names(ofType: "test")).union(["TestSupport", "ProbeJobs"])
        let support: Set = ["ProbeJobs", "job-probe", "TestSupport"]
        for target in package.targets where target.type != "test" && !support.contains(target.name) {
            #expect(package.arrows[target.name]?.intersection(forbidden) == [], "\(target.name)")
        }
    }

    @Test func `the rules of the household know nothing of ours and do nothing asynchronous`() throws {
        let package = try package
        #expect(package.arrows["Household"] == [])
        for (path, text) in try Repository.files(in: "Sources/Household") {
            #expect(Self.imports(of: text).subtracting(["Foundation"]) == [], "\(path)")
            #expect(!text.contains(/\basync\b|\bawait\b/), "\(path)")
        }
    }

    @Test func `decoders of strangers' pictures are not in the API, nor the API in workers`() throws {
        let package = try package
        for name in ["CTesseract", "CVips", "CZBar", "Recognition"] { #expect(!package.reach(of: "mantel-api").contains(name)) }
        #expect(package.reach(of: "mantel-ocr-worker").isSuperset(of: ["CTesseract", "CVips"]))
        for worker in package.names(ofType: "executable") where worker.hasSuffix("-worker") {
            #expect(package.reach(of: worker).isDisjoint(with: ["API", "HTTPServer", "Web", "DAV"]), "\(worker)")
        }
    }

    @Test func `each C library is known to one target, which is the one that imports it`() throws {
        let package = try package
        let libraries = package.names(ofType: "system")
        for library in libraries {
            let users = package.targets.filter { $0.type != "test" && $0.dependencies.contains { $0.name == library } }.map(\.name)
            // libical waits for its part and is a second opinion for tests until then.
            #expect(users == [Self.owners[library]].compactMap { $0 }, "\(library)")
        }
        for target in package.targets where target.type != "system" {
            let folder = package.folder(of: target)
            for (path, text) in try Repository.files(in: folder) {
                let imported = Self.imports(of: text).intersection(libraries)
                #expect(imported.subtracting(package.arrows[target.name] ?? []) == [], "\(path)")
                #expect(!text.contains(/(?m)^\s*(?:public|package|@_exported)[^\n]*\bimport\s+C[A-Z]/), "\(path) shows a C library to others")
            }
        }
        #expect(libraries.count > 5)
    }

    @Test func `tables of the domain are named in the store alone`() throws {
        let question = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:occasion|recipient|gift|ledger_entry|member|household|scan|event|notice|account|session|invitation)\b/
        for (path, text) in try Repository.files(in: "Sources") where !path.hasPrefix("Sources/Store/") {
            let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            #expect(!code.contains { $0.contains(question) }, "\(path)")
        }
    }

    private static func imports(of text: String) -> Set<String> {
        let line = /(?m)^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|func|protocol|typealias|var|let)\s+)?(\w+)/
        return Set(text.matches(of: line).map { String($0.1) })
    }
}
