/// Patterns by their segments. A literal goes before a parameter with an ending (`:event.ics`), and that
/// before a plain one (`:event`).
struct RouteTree: Sendable {
    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        var endings: [(ending: String, node: Int)] = []
        var parameter: Int?
        var routes: [String: Int] = [:]
    }

    private var nodes = [Node()]

    /// Adds route number `route`. False where the method and pattern are taken.
    mutating func add(_ method: String, _ pattern: [Substring], _ route: Int) -> Bool {
        var node = 0
        for segment in pattern { node = child(of: node, segment) }
        defer { nodes[node].routes[method] = route }
        return nodes[node].routes[method] == nil
    }

    /// The routes of every pattern that matches, best first, by method.
    func matches(_ segments: [String]) -> [[String: Int]] {
        var found: [[String: Int]] = []
        collect(segments[...], 0, &found)
        return found
    }

    /// Name and ending of a parameter's segment, such as `event` and `.ics` for `:event.ics`; nil for a literal.
    static func parameter(_ segment: Substring) -> (name: Substring, ending: Substring)? {
        guard segment.first == ":" else { return nil }
        let name = segment.dropFirst().prefix { $0 != "." }
        return (name, segment[name.endIndex...])
    }

    private func collect(_ segments: ArraySlice<String>, _ index: Int, _ found: inout [[String: Int]]) {
        let node = nodes[index]
        guard let segment = segments.first else {
            if !node.routes.isEmpty { found.append(node.routes) }
            return
        }
        let rest = segments.dropFirst()
        if let next = node.literals[segment] { collect(rest, next, &found) }
        // An empty segment is no value: `/gifts//` is not the gift with the empty id.
        for (ending, next) in node.endings where segment.hasSuffix(ending) && segment.utf8.count > ending.utf8.count {
            collect(rest, next, &found)
        }
        if let next = node.parameter, !segment.isEmpty { collect(rest, next, &found) }
    }

    private mutating func child(of node: Int, _ segment: Substring) -> Int {
        let next = nodes.count
        if let (_, ending) = Self.parameter(segment) {
            if ending.isEmpty {
                if let known = nodes[node].parameter { return known }
                nodes[node].parameter = next
            } else {
                if let known = nodes[node].endings.first(where: { $0.ending == ending }) { return known.node }
                nodes[node].endings.append((String(ending), next))
            }
        } else {
            if let known = nodes[node].literals[String(segment)] { return known }
            nodes[node].literals[String(segment)] = next
        }
        nodes.append(Node())
        return next
    }
}
