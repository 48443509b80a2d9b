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

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "mantel",
    targets: [
        system("CHiredis", apt: "libhiredis-dev"),
        library("ServiceKit"),
        library("Redis", ["CHiredis", "ServiceKit"]),
        library("Household"),
        system("CTesseract", apt: "libtesseract-dev"),
        system("CVips", apt: "libvips-dev", pkgConfig: "gobject-2.0"),  // vips.pc adds -pthread, which SwiftPM warns about
        system("CICal", apt: "libical-dev", pkgConfig: "libical"),
        library("ServiceKit"),
        library("Household"),
        library("PostgreSQL", ["CPostgreSQL", "ServiceKit"]),
        library("Redis", ["CHiredis", "ServiceKit"]),
        library("Jobs", ["PostgreSQL", "Redis", "ServiceKit"]),
        library("Store", ["Household", "Jobs", "PostgreSQL", "ServiceKit"]),
        library("Recognition", ["ServiceKit", "Household", "CTesseract", "CVips"]),
        .executableTarget(name: "mantel", dependencies: ["Recognition", "Household"], swiftSettings: strict),
        system("CPostgreSQL", apt: "libpq-dev", pkgConfig: "libpq"),
        library("PostgreSQL", ["CPostgreSQL", "ServiceKit"]),
        library("TestSupport", ["PostgreSQL"]),
        system("CSodium", apt: "libsodium-dev"),
        system("CCurl", apt: "libcurl4-openssl-dev"),
        library("Secrets", ["CSodium", "ServiceKit"]),
        library("Delivery", ["CCurl", "Household", "ServiceKit"]),
        tests("ServiceKit", ["ServiceKit"]),
        tests("Repository", []),
        tests("Redis", ["Redis"]),
        tests("PostgreSQL", ["PostgreSQL", "TestSupport"]),
        tests("Household", ["Household"]),
        library("Web", ["Household"], exclude: ["Assets"]),
        tests("Web", ["Web", "Household"]),
        tests("Recognition", ["Recognition", "Household", "CVips"]),
        tests("Secrets", ["Secrets", "ServiceKit"]),
        tests("Delivery", ["Delivery", "Household", "ServiceKit"]),
        tests("CalendarInterchange", ["Household", "CICal"]),
        tests("Secrets", ["Secrets", "ServiceKit"]),
        tests("Delivery", ["Delivery", "Household", "ServiceKit"]),
        tests("Recognition", ["Recognition", "Household"]),
        tests("Recognition", ["Recognition", "Household", "CVips"]),
    ],
    swiftLanguageModes: [.v6]
)
