import TestSupport

// Which requests there are for a template.
extension Crawl {
    /// The template with every combination of ids that were shown at its places.
    static func paths(_ template: String, _ recording: Recording) -> [String] {
        var paths = [""]
        for segment in template.split(separator: "/") {
            guard let place = Placeholder(segment) else {
                paths = paths.map { "\($0)/\(segment)" }
                continue
            }
            paths = paths.flatMap { prefix in
                shown(at: prefix, as: place.name, recording).map { "\(prefix)/\(place.filled(with: $0))" }
            }
        }
        return paths
    }

    /// The ids of the list at `prefix`; where there is no such list, all of this name that were shown anywhere.
    private static func shown(at prefix: String, as name: String, _ recording: Recording) -> [String] {
        recording.lists[prefix] ?? recording.ids[name] ?? []
    }

    /// What the last place of a path that lists things is about, as templates name it: "gifts" are of "gift".
    static func name(of path: String, in template: String) -> String? {
        guard let last = template.split(separator: "/").last, Placeholder(last) == nil else { return nil }
        return last.hasSuffix("s") ? String(last.dropLast()) : String(last)
    }

    /// Without a query, and with each that the document describes and there is a value for.
    static func queries(of operation: Operation, _ recording: Recording) -> [String] {
        var queries = [""]
        var days: [String] = []
        for parameter in operation.query where parameter.name != "cursor" {
            let schema = parameter.schema
            if schema.format == "date" {
                days.append("\(parameter.name)=\(parameter.name == "from" ? "2030-01-01" : "2030-12-31")")
            } else if schema.format == "uuid" {
                queries += (recording.ids[parameter.name] ?? []).map { "?\(parameter.name)=\($0)" }
            } else if schema.type == "boolean" {
                queries.append("?\(parameter.name)=true")
            } else {
                queries += schema["enum"].list.compactMap(\.string).map { "?\(parameter.name)=\($0)" }
            }
        }
        return days.isEmpty ? queries : queries + ["?" + days.joined(separator: "&")]
    }

    /// Paths with a secret id at the last place, each beside the same path with an id that nothing has.
    static func probes(_ template: String, _ secrets: [String], _ recording: Recording) -> [(path: String, nothing: String)] {
        let segments = template.split(separator: "/")
        guard let index = segments.lastIndex(where: { Placeholder($0) != nil }), let place = Placeholder(segments[index]) else { return [] }
        let head = segments[..<index].joined(separator: "/"), tail = segments[(index + 1)...].map { "/\($0)" }.joined()
        // Pages have the places that the API has, in paths of their own.
        var prefixes = [""]
        for segment in head.split(separator: "/") {
            guard let place = Placeholder(segment) else {
                prefixes = prefixes.map { "\($0)/\(segment)" }
                continue
            }
            prefixes = prefixes.flatMap { prefix in (recording.ids[place.name] ?? []).map { "\(prefix)/\(place.filled(with: $0))" } }
                .filter { recording.answers["GET \($0)"] != nil || recording.answers["PAGE \($0)"] != nil }
        }
        return prefixes.flatMap { prefix in
            secrets.map { ("\(prefix)/\(place.filled(with: $0))\(tail)", "\(prefix)/\(place.filled(with: Crawl.nobody))\(tail)") }
        }
    }
}
