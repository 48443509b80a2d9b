public import Foundation

/// A file that a process touches while it is well, so that another run of the same executable with `--health`
/// can tell (a worker listens on no port).
public struct HealthFile: Sendable {
    public let url: URL

    /// - Parameter path: `MANTEL_HEALTH_FILE`; where it is nil, a file in the temporary directory named after
    ///   the executable.
    public init(path: String?, executable: String = ProcessInfo.processInfo.processName) {
        url = path.map { URL(filePath: $0) }
            ?? FileManager.default.temporaryDirectory.appending(path: "\(executable).health")
    }

    /// The process is well now.
    public func touch() {
        if (try? FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: url.path)) == nil {
            try? Data().write(to: url)
        }
    }

    /// The process has stopped on purpose.
    public func remove() { try? FileManager.default.removeItem(at: url) }

    /// True where the process was well within the last `maxAge`.
    public func check(maxAge: Duration = .seconds(30)) -> Bool {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
            let touched = attributes[.modificationDate] as? Date
        else { return false }
        return touched.timeIntervalSinceNow > -Double(maxAge.components.seconds)
    }
}
