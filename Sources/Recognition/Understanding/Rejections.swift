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
    private static let durations: Set<String> = ["duree", "duration", "dauer", "duracion", "lasts", "environ", "approximately", "approx", "circa"]
    static let currencyMarks: Set<String> = ["£", "$", "€", "¥", "₹"]
    static let currencyWords: Set<String> = ["eur", "euro", "euros", "gbp", "usd", "chf", "rm", "dollars", "pounds"]

    init(_ line: Tokens) {
        rejectAddresses(line)
        rejectLongNumbers(line)
        rejectDurations(line)
        rejectMoneyAndMeasures(line)
    }

    func contains(_ index: Int) -> Bool { tokens.contains(index) }

    private mutating func rejectAddresses(_ line: Tokens) {
        for (index, token) in line.all.enumerated() where WebAddress.isAddress(line.line.words[token.word].text) { tokens.insert(index) }
    }

    /// Runs of digits and phone punctuation with seven digits or more: phone numbers, meeting ids.
    /// What has the shape of a date is left to its reader, wherever in the run it begins after a space.
    private mutating func rejectLongNumbers(_ line: Tokens) {
        var index = 0
        while index < line.all.count {
            guard line.all[index].kind == .number else { index += 1; continue }
            if let end = dateEnd(line, index) { index = end; continue }
            if line.all[index].text.count == 4, [index - 1, index - 2].contains(where: { Lexicon.month(line.folded($0)) != nil }) { index += 1; continue }
            let end = runEnd(line, index)
            let groups = line.all[index..<end].filter { $0.kind == .number }.map(\.text.count)
            let digits = groups.reduce(0, +)
            // Lists and ranges of days and hours: "21-22-23-24 2012", "9 10 30 12 00".
            let isShort = groups.dropLast().allSatisfy { $0 <= 2 } && (groups.last == 4 && groups.count <= 6 || groups.last ?? 0 <= 2 && digits <= 10)
            let hasPlus = line[index - 1]?.text == "+"
            if digits >= 7 && (!isShort || hasPlus) || groups.contains(where: { $0 >= 5 }) { tokens.formUnion(index..<end) }
            index = max(end, index + 1)
        }
    }

    private func runEnd(_ line: Tokens, _ start: Int) -> Int {
        var end = start
        while let token = line[end] {
            if token.kind == .number {
                if end > start, token.spaced, dateEnd(line, end) != nil { break }
            } else if !["-", ".", "/", "(", ")"].contains(token.text) {
                break
            }
            end += 1
        }
        return end
    }

    /// Behind three groups such as 19/05/18, 21-04-2018 or 2018-05-19, if they begin here and end there.
    private func dateEnd(_ line: Tokens, _ index: Int) -> Int? {
        guard let mark = line[index + 1]?.text, ["/", "-", "."].contains(mark), line[index + 3]?.text == mark else { return nil }
        let widths = [index, index + 2, index + 4].map { line[$0]?.kind == .number ? line[$0]?.text.count ?? 0 : 0 }
        guard widths[0] >= 1, widths[1] >= 1, widths[1] <= 2, widths[0] <= 2 && (widths[2] == 2 || widths[2] == 4) || widths[0] == 4 && widths[2] == 2 else { return nil }
        let tail = line[index + 5]
        return tail?.spaced == false && tail?.kind == .mark && line[index + 6]?.kind == .number && line[index + 6]?.spaced == false && tail?.text != "-" ? nil : index + 5
    }

    /// "durée environ 1h" is how long, not when.
    private mutating func rejectDurations(_ line: Tokens) {
        for index in line.all.indices where line.all[index].kind == .number {
            if !Self.durations.isDisjoint(with: (max(0, index - 3)..<index).map(line.folded)) { tokens.insert(index) }
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
            if Self.currencyMarks.contains(after) || Self.currencyWords.contains(after) || Self.units.contains(after) && Lexicon.month(line.folded(index - 1)) == nil {
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
        let trimmed = word.drop { "([<,;:-–—|*•~".contains($0) }.reversed().drop { ")]>,;:.!-–—|*•~".contains($0) }.reversed()
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
