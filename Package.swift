// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A C library of Debian 12, described by the module map and shim in `Sources/System`.
func system(_ name: String, apt package: String, pkgConfig: String? = nil) -> Target {
    .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

func library(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func executable(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "mantel",
    targets: [
        system("CCurl", apt: "libcurl4-openssl-dev"),
        system("CHiredis", apt: "libhiredis-dev"),
        system("CICal", apt: "libical-dev", pkgConfig: "libical"),
        system("CMicrohttpd", apt: "libmicrohttpd-dev", pkgConfig: "libmicrohttpd"),
        system("CPostgreSQL", apt: "libpq-dev", pkgConfig: "libpq"),
        system("CSodium", apt: "libsodium-dev"),
        system("CTesseract", apt: "libtesseract-dev"),
        system("CVips", apt: "libvips-dev", pkgConfig: "gobject-2.0"),

        library("ServiceKit"),
        library("Household"),
        library("HTTPServer", ["CMicrohttpd", "ServiceKit"]),
        library("PostgreSQL", ["CPostgreSQL", "ServiceKit"]),
        library("Redis", ["CHiredis", "ServiceKit"]),
        library("Jobs", ["PostgreSQL", "Redis", "ServiceKit"]),
        library("Secrets", ["CSodium", "ServiceKit"]),
        library("Delivery", ["CCurl", "Household", "ServiceKit"]),
        library("Recognition", ["CTesseract", "CVips", "Household", "ServiceKit"]),
        library("Store", ["Household", "Jobs", "PostgreSQL", "Secrets", "ServiceKit"]),
        library("Mailing", ["Delivery", "Household", "Jobs", "PostgreSQL", "ServiceKit", "Store"]),
        library("API", ["Household", "HTTPServer", "PostgreSQL", "Secrets", "ServiceKit", "Store"]),
        library("Web", ["Household", "HTTPServer", "PostgreSQL", "Secrets", "ServiceKit", "Store"], exclude: ["Assets"]),

        executable("mantel-api", ["API", "HTTPServer", "Jobs", "PostgreSQL", "Redis", "Secrets", "ServiceKit", "Store", "Web"]),
        executable("mantel-ocr-worker", ["Household", "Jobs", "PostgreSQL", "Recognition", "ServiceKit", "Store"]),
        executable("mantel-notification-worker", ["Delivery", "Household", "Jobs", "Mailing", "PostgreSQL", "ServiceKit", "Store"]),
        executable("mantel-exchange-worker", ["Delivery", "Household", "Jobs", "Mailing", "PostgreSQL", "Secrets", "ServiceKit", "Store"]),
        executable("mantel", ["Household", "Jobs", "PostgreSQL", "Recognition", "Secrets", "ServiceKit", "Store"]),
        .executableTarget(name: "bench-postgresql", dependencies: ["PostgreSQL", "ServiceKit"], path: "Benchmarks/postgresql", exclude: ["run"], swiftSettings: strict),

        library("TestSupport", ["PostgreSQL"]),
        .target(name: "ProbeJobs", dependencies: ["Jobs", "PostgreSQL"], path: "Tests/Support/ProbeJobs", swiftSettings: strict),
        .executableTarget(name: "job-probe", dependencies: ["Jobs", "PostgreSQL", "ProbeJobs", "Redis", "ServiceKit"], path: "Tests/Support/job-probe", swiftSettings: strict),
        tests("API", ["API", "Household", "HTTPServer", "PostgreSQL", "Secrets", "ServiceKit", "Store", "TestSupport"]),
        tests("CalendarInterchange", ["CICal", "Household"]),
        tests("Delivery", ["Delivery", "Household", "ServiceKit", "TestSupport"]),
        tests("EndToEnd", ["PostgreSQL", "Recognition", "TestSupport", "mantel", "mantel-api", "mantel-exchange-worker", "mantel-notification-worker", "mantel-ocr-worker"]),
        tests("Household", ["Household"]),
        tests("HTTPServer", ["HTTPServer", "ServiceKit"]),
        tests("Jobs", ["Jobs", "PostgreSQL", "ProbeJobs", "Redis", "ServiceKit", "TestSupport", "job-probe"]),
        tests("NonInterference", ["API", "Household", "HTTPServer", "PostgreSQL", "Secrets", "ServiceKit", "Store", "TestSupport", "Web"]),
        tests("PostgreSQL", ["PostgreSQL", "TestSupport"]),
        tests("QueryPlan", ["Household", "PostgreSQL", "Store", "TestSupport"]),
        tests("Recognition", ["CVips", "Household", "Recognition"]),
        tests("Redis", ["Redis"]),
        tests("Repository", []),
        tests("Secrets", ["Secrets", "ServiceKit"]),
        tests("ServiceKit", ["ServiceKit"]),
        tests("Store", ["Household", "PostgreSQL", "Secrets", "ServiceKit", "Store", "TestSupport"]),
        tests("TestSupport", ["PostgreSQL", "TestSupport"]),
        tests("Web", ["HTTPServer", "Household", "PostgreSQL", "Secrets", "ServiceKit", "Store", "TestSupport", "Web"]),
    ],
    swiftLanguageModes: [.v6]
)
