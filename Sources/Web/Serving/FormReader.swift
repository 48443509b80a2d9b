import Foundation
import Household
import HTTPServer

/// Reads the fields of a form and remembers everything typed and every fault, so that a refused form comes
/// back with nothing lost.
struct FormReader: Sendable {
    private var fields: [String: String] = [:]
    private(set) var entries = Entries.empty

    /// Fields of a form, or the text parts of an upload. Throws 400 or 415 where it is neither.
    init(_ request: HTTPRequest) throws(Problem) {
        if request.mediaType == "multipart/form-data" {
            for part in try Multipart(request).parts where part.filename == nil { add(part.name, part.text ?? "") }
        } else {
            for (name, value) in try request.form() { add(name, value) }
        }
        // Neither is ever sent back.
        entries.values = fields.filter { $0.key != CSRFToken.fieldName && $0.key != "password" }
    }

    private mutating func add(_ name: String, _ value: String) {
        // Of several fields with one name the first counts. Browsers end lines with two characters.
        if fields[name] == nil { fields[name] = value.replacing("\r\n", with: "\n") }
    }

    /// What was typed, as it was; empty where the field is missing.
    subscript(name: String) -> String { fields[name] ?? "" }

    func has(_ name: String) -> Bool { fields[name] != nil }

    var isSound: Bool { !entries.hasErrors }

    mutating func refuse(_ name: String, _ words: String) { if entries.errors[name] == nil { entries.errors[name] = words } }

    mutating func refuseAll(_ words: String) { entries.problem = words }

    mutating func fill(_ name: String, _ value: String) { entries.values[name] = value }

    /// Text that must be there, without blanks around it; empty where it is refused.
    mutating func text(_ name: String, upTo limit: Int) -> String {
        guard let text = optionalText(name, upTo: limit) else {
            refuse(name, "is needed")
            return ""
        }
        return text
    }

    /// Nil for an empty field.
    mutating func optionalText(_ name: String, upTo limit: Int) -> String? {
        let text = self[name].trimmingCharacters(in: .whitespacesAndNewlines)
        if text.isEmpty { return nil }
        // The database counts scalars.
        if text.unicodeScalars.count > limit { refuse(name, "has more than \(limit) characters") }
        return text
    }

    /// An amount of at least 0; nil for an empty field, and where it is refused.
    mutating func amount(_ name: String, in currency: Currency) -> Money? {
        guard let text = optionalText(name, upTo: 64) else { return nil }
        do throws(AmountReader.Unreadable) {
            let money = try AmountReader(currency).read(text)
            if money.minor < 0 { refuse(name, "must not be less than zero") }
            return money
        } catch {
            refuse(name, error.reason)
            return nil
        }
    }

    /// Nil for an empty field, and where it is refused.
    mutating func day(_ name: String) -> Day? {
        guard let text = optionalText(name, upTo: 64) else { return nil }
        guard let day = Day(text) else {
            refuse(name, "is not a day: write it as 2026-12-24")
            return nil
        }
        return day
    }

    /// Nil for an empty field, and where it is refused.
    mutating func time(_ name: String) -> LocalTime? {
        guard let text = optionalText(name, upTo: 64) else { return nil }
        guard let time = LocalTime(text) else {
            refuse(name, "is not a time: write it as 14:30")
            return nil
        }
        return time
    }

    /// An address of the web; nil for an empty field, and where it is refused.
    mutating func webAddress(_ name: String) -> String? {
        guard let text = optionalText(name, upTo: 2000) else { return nil }
        let start = text.lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://"), !text.contains(where: \.isWhitespace) else {
            refuse(name, "is not a web address: it begins with https://")
            return nil
        }
        return text
    }

    /// A choice among ids; nil for none.
    mutating func id<Subject>(_ name: String, of _: Subject.Type = Subject.self) -> Identifier<Subject>? {
        if self[name].isEmpty { return nil }
        guard let id = Identifier<Subject>(self[name]) else {
            refuse(name, "is none of the choices")
            return nil
        }
        return id
    }
}
