import Household

/// Numbers that look like dates or times and are not: decided before anything is read as one.
struct Rejections {
    private(set) var tokens: Set<Int> = []

    /// A number behind one of these counts or names something.
    private static let labels: Set<String> = [
        "op", "opus", "no", "nr", "n", "room", "suite", "floor", "apt", "building", "bldg", "ages", "age", "aged", "u", "venue", "track",
        "lot", "bwv", "kv", "tel", "phone", "ph", "fax", "id", "passcode", "code", "grade", "year", "level", "route", "under", "over", "ict", "ena",
    ]
    /// A number before one of these measures something.
    private static let units: Set<String> = [
        "km", "miles", "mi", "min", "mins", "minutes", "minuten", "hours", "years", "ans", "jahre", "anos", "people", "m", "kg", "x", "%", "+",
        "members", "points", "weeks", "days",
    ]
    static let currencyMarks: Set<String> = ["£", "$", "€", "¥", "₹"]
    static let currencyWords: Set<String> = ["eur", "euro", "euros", "gbp", "usd", "chf", "rm", "dollars", "pounds"]

    init(_ line: Tokens) {
        rejectAddresses(line)
        rejectLongNumbers(line)
        rejectMoneyAndMeasures(line)
    }

    func contains(_ index: Int) -> Bool { tokens.contains(index) }

    private mutating func rejectAddresses(_ line: Tokens) {
        for (index, token) in line.all.enumerated() where WebAddress.isAddress(line.line.words[token.word].text) { tokens.insert(index) }
    }

    /// Runs of digits and phone punctuation with seven digits or more: phone numbers, meeting ids.
    /// A run that has the shape of a date or a time is left to their readers.
    private mutating func rejectLongNumbers(_ line: Tokens) {
        var index = 0
        while index < line.all.count {
            guard line.all[index].kind == .number else { index += 1; continue }
            var end = index
            var digits = 0
            var groups: [Int] = []
            var marks: Set<String> = []
            while let token = line[end] {
                if token.kind == .number {
                    digits += token.text.count
                    groups.append(token.text.count)
                } else if ["-", ".", "/", "(", ")"].contains(token.text) {
                    marks.insert(token.text)
                } else {
                    break
                }
                end += 1
            }
            let isDate = groups.count == 3 && (groups[0] <= 2 && groups[1] <= 2 && groups[2] <= 4 || groups == [4, 2, 2])
            let isRange = groups.allSatisfy { $0 <= 2 } && digits <= 10 || groups.count <= 6 && groups.last == 4 && groups.dropLast().allSatisfy { $0 <= 2 }
            let plus = line[index - 1]?.text == "+"
            if digits >= 7 && !isDate && !isRange || plus && digits >= 7 || groups.first ?? 0 >= 5 { tokens.formUnion(index..<end) }
            index = max(end, index + 1)
        }
    }

    private mutating func rejectMoneyAndMeasures(_ line: Tokens) {
        for index in line.all.indices where line.all[index].kind == .number {
            var before = index - 1
            if line.folded(before) == "." { before -= 1 }
            if Self.currencyMarks.contains(line.folded(index - 1)) || Self.labels.contains(line.folded(before)) {
                tokens.insert(index)
                if [".", ","].contains(line.folded(index + 1)), line[index + 2]?.spaced == false { tokens.insert(index + 2) }
            }
            let after = line.folded(index + 1)
            if Self.currencyMarks.contains(after) || Self.currencyWords.contains(after) || Self.units.contains(after) {
                tokens.insert(index)
                if [".", ","].contains(line.folded(index - 1)), line[index]?.spaced == false { tokens.insert(index - 2) }
            }
        }
    }
}

/// Tells web and mail addresses from words.
enum WebAddress {
    private static let endings: Set<String> = [
        "com", "org", "net", "edu", "gov", "info", "eu", "uk", "de", "fr", "es", "be", "at", "ch", "ca", "us", "io", "ie", "in", "ly", "gl", "tv", "me", "it", "nl",
    ]

    static func isAddress(_ word: String) -> Bool { word.contains("@") && word.contains(".") && word.count > 5 || url(word) != nil }

    /// The address in `word` without surrounding punctuation, or nil.
    static func url(_ word: String) -> String? {
        let trimmed = word.drop { "([<,;:".contains($0) }.reversed().drop { ")]>,;:.!".contains($0) }.reversed()
        let text = String(trimmed)
        let lower = text.lowercased()
        guard !lower.contains("@"), text.count >= 5 else { return nil }
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") { return text }
        let host = lower.prefix { $0 != "/" && $0 != "?" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } }),
            let ending = labels.last, endings.contains(String(ending)), labels.dropLast().contains(where: { $0.count >= 3 && $0.contains(where: \.isLetter) })
        else { return nil }
        return text
    }
}
