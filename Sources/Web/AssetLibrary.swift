public import Foundation

/// One file that pages refer to.
public struct Asset: Sendable {
    public var contentType: String
    public var bytes: [UInt8]
}

/// Every asset, read into memory once. Addresses carry a hash of all of them, so that each may be cached
/// for ever and a new version is a new address.
public struct AssetLibrary: Sendable {
    /// Why the assets could not be read.
    public enum Failure: Error, CustomStringConvertible {
        case missing(directory: String)
        case tooLarge(name: String, limit: Int)

        public var description: String {
            switch self {
            case .missing(let directory): "the asset directory \(directory) holds no mantel.css"
            case .tooLarge(let name, let limit): "the asset \(name) is larger than \(limit) bytes"
            }
        }
    }

    /// The largest asset taken, in bytes.
    public static let assetLimit = 1 << 20

    /// The header that goes with every asset.
    public static let cacheControl = "public, max-age=31536000, immutable"

    private var assets: [String: Asset] = [:]
    public private(set) var hash = ""

    /// Reads every file of a known type below `directories`; an earlier directory wins where two have the same name.
    /// The first holds Mantel's own files; later ones, which may be absent, hold what is installed at set-up.
    public init(directories: [URL]) throws {
        for directory in directories {
            for (name, file) in Self.files(below: directory) where assets[name] == nil {
                guard let type = Self.contentTypes[file.pathExtension] else { continue }
                let data = try Data(contentsOf: file)
                guard data.count <= Self.assetLimit else { throw Failure.tooLarge(name: name, limit: Self.assetLimit) }
                assets[name] = Asset(contentType: type, bytes: [UInt8](data))
            }
        }
        guard assets["mantel.css"] != nil else { throw Failure.missing(directory: directories.first?.path ?? "") }
        hash = fingerprint()
    }

    /// What pages need to name the assets.
    public var paths: AssetPaths { AssetPaths(prefix: "/assets/\(hash)/", names: Set(assets.keys)) }

    /// The asset at `path` ("/assets/HASH/mantel.css"); nil for an unknown name and for another version's hash.
    public func asset(at path: String) -> Asset? {
        let prefix = paths.prefix
        guard path.hasPrefix(prefix) else { return nil }
        return assets[String(path.dropFirst(prefix.count))]
    }

    private static let contentTypes = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "webmanifest": "application/manifest+json", "woff2": "font/woff2", "png": "image/png",
    ]

    private static func files(below directory: URL) -> [(name: String, file: URL)] {
        let root = directory.standardizedFileURL.resolvingSymlinksInPath().path + "/"
        guard let walker = FileManager.default.enumerator(at: URL(filePath: root), includingPropertiesForKeys: [.isRegularFileKey]) else { return [] }
        var files: [(String, URL)] = []
        for case let file as URL in walker where (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true {
            let path = file.standardizedFileURL.resolvingSymlinksInPath().path
            if path.hasPrefix(root) { files.append((String(path.dropFirst(root.count)), file)) }
        }
        return files.sorted { $0.0 < $1.0 }
    }

    /// FNV-1a over names and contents. It tells versions apart; it guards nothing.
    private func fingerprint() -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for (name, asset) in assets.sorted(by: { $0.key < $1.key }) {
            for byte in [Array(name.utf8), [0], asset.bytes, [0]].joined() { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// Where the assets of the running version are.
public struct AssetPaths: Sendable {
    var prefix: String
    var names: Set<String>

    subscript(_ name: String) -> String { prefix + name }

    /// Whether `name` exists here. What is installed at set-up may be absent, and pages work without it.
    func has(_ name: String) -> Bool { names.contains(name) }
}
