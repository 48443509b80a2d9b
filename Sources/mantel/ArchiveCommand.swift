import Foundation
import Household
import PostgreSQL
import Store

/// `mantel households`, `mantel export` and `mantel import`: whole households as files. The database must be reached as
/// its owner; nothing over HTTP can do this, since a file holds what each of the family keeps from the others.
enum ArchiveCommand: Equatable {
    case list
    /// `-` is the standard output.
    case export(HouseholdProfile.ID, to: String)
    /// `-` is the standard input.
    case restore(from: String)

    static let usage = """
          mantel households                 every household of this server, by id
          mantel export HOUSEHOLD --to FILE everything of one household, everybody's secrets included
          mantel import FILE                put such a household in; FILE may be - for both
        """

    /// Nil where the words make no command.
    init?(_ command: String, _ words: [String]) {
        switch (command, words.count) {
        case ("households", 0): self = .list
        case ("export", 3):
            guard words[1] == "--to", let household = HouseholdProfile.ID(words[0]) else { return nil }
            self = .export(household, to: words[2])
        case ("import", 1): self = .restore(from: words[0])
        default: return nil
        }
    }

    /// Does it; returns what to print, and whether it came to anything.
    func run(_ archives: HouseholdArchives) async throws -> (text: String, succeeded: Bool) {
        do {
            return try await reply(archives)
        } catch let refusal as ArchiveRefusal {
            return ("\(refusal)\nNothing was changed.", false)
        } catch StoreError.notFound {
            return ("There is no such household: `mantel households` lists them.", false)
        } catch let error as PostgreSQLError where error.sqlState == "42501" {
            return ("Only the owner of the database may do this: set DATABASE_URL to the one that `mantel migrate` uses.", false)
        } catch let error as CocoaError {
            return (error.localizedDescription, false)
        }
    }

    private func reply(_ archives: HouseholdArchives) async throws -> (text: String, succeeded: Bool) {
        switch self {
        case .list:
            let entries = try await archives.list()
            if entries.isEmpty { return ("There is no household on this server.", true) }
            return (entries.map { "\($0.id)  \($0.name), \($0.members) members, since \($0.since.formatted(.iso8601.year().month().day()))" }.joined(separator: "\n"), true)
        case .export(let household, let path):
            let summary = try await path == "-" ? archives.export(household, to: .standardOutput) : archives.export(household, toNew: path)
            return (Self.words(of: summary, household, path), true)
        case .restore(let path):
            let file = path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            return (Self.words(ofRestored: try await archives.restore(file)), true)
        }
    }

    private static func words(of summary: HouseholdArchives.Summary, _ household: HouseholdProfile.ID, _ path: String) -> String {
        """
        \(summary.name) (\(household)) is written\(path == "-" ? "" : " to \(path)"): \(counts(summary)).
        The file holds every present, price and note of the family, also what some of them must not know, and the names and
        addresses of its members. Nothing in it is encrypted: keep it where none of the family looks.
        Not in it: \(HouseholdArchives.leftOut.map(\.reason).joined(separator: "; ")).
        """
    }

    private static func words(ofRestored summary: HouseholdArchives.Summary) -> String {
        var words = "\(summary.name) is on this server: \(counts(summary))."
        if !summary.newcomers.isEmpty {
            words += """

                These people are new here and have no password yet; `mantel password EMAIL` gives each a first one:
                  \(summary.newcomers.joined(separator: "\n  "))
                """
        }
        return words
    }

    private static func counts(_ summary: HouseholdArchives.Summary) -> String {
        summary.rows.filter { $0.count > 0 }.map { "\($0.table) \($0.count)" }.joined(separator: ", ")
    }
}

extension HouseholdArchives {
    /// Writes beside `path` first, for the owner's eyes only, so that a file of that name is always whole.
    fileprivate func export(_ household: HouseholdProfile.ID, toNew path: String) async throws -> Summary {
        let manager = FileManager.default, part = path + ".part"
        guard !manager.fileExists(atPath: path) else {
            throw CocoaError(.fileWriteFileExists, userInfo: [NSLocalizedDescriptionKey: "\(path) is there already; it was not touched."])
        }
        guard manager.createFile(atPath: part, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: "\(part) cannot be written."])
        }
        do {
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: part))
            let summary = try await export(household, to: file)
            try file.synchronize()
            try file.close()
            try manager.moveItem(atPath: part, toPath: path)
            return summary
        } catch {
            try? manager.removeItem(atPath: part)
            throw error
        }
    }
}
