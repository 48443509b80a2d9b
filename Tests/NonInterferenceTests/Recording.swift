/// Everything one person got from the server in one go, under the request that it answered.
struct Recording: Sendable {
    private(set) var answers: [String: Answer] = [:]
    /// Ids the person has seen, by the name they have in templates, in the order in which they were shown.
    private(set) var ids: [String: [String]] = [:]
    /// An answer was another one than in the recording this one is made beside, if there is one.
    private(set) var hasParted = false
    private let expected: [String: Answer]?

    init(expected: Recording? = nil) { self.expected = expected?.answers }

    mutating func keep(_ answer: Answer, of request: String) {
        answers[request] = answer
        if let expected, expected[request] != answer { hasParted = true }
    }

    /// Ids of the list at a path, over all its pages, in their order.
    private(set) var lists: [String: [String]] = [:]

    mutating func list(_ found: [String], at path: String) {
        let known = lists[path] ?? []
        lists[path] = known + found.filter { !known.contains($0) }
    }

    mutating func see(_ id: String, as name: String) {
        if ids[name]?.contains(id) != true { ids[name, default: []].append(id) }
    }

    /// Where the other one is not the same byte for byte, with the place where they part.
    func differences(from other: Recording) -> [String] {
        Set(answers.keys).union(other.answers.keys).sorted().compactMap { request in
            guard let mine = answers[request] else { return hasParted ? nil : "\(request): not asked, since nothing leads there any more" }
            guard let theirs = other.answers[request] else { return "\(request): not asked before" }
            return mine == theirs ? nil : "\(request): \(Self.parting(theirs.whole, mine.whole))"
        }
    }

    static func parting(_ before: String, _ after: String) -> String {
        let (before, after) = (Array(before), Array(after))
        let same = zip(before, after).prefix { $0 == $1 }.count
        func around(_ text: [Character]) -> String { String(text[max(0, same - 60)..<min(text.count, same + 80)]) }
        return "was …\(around(before))…, is …\(around(after))…"
    }
}
