import Household

/// Finds dates in a line: with the month in words, or all in numbers. Month and year count for every day
/// before them in a list or range.
struct DateReader {
    let context: ReadingContext

    /// - Parameter taken: tokens that belong to times or are rejected.
    func read(_ line: Tokens, number: Int, taken: Set<Int>) -> [DateCandidate] {
        let numeric = NumericDateReader(context: context)
        var found: [DateCandidate] = []
        var used = taken
        for index in line.all.indices where !used.contains(index) {
            guard let candidate = worded(line, month: index, number: number, used: used) ?? numeric.read(line, at: index, number: number, used: used) else { continue }
            used.formUnion(candidate.tokens)
            found.append(candidate)
        }
        return joined(found, in: line).map { withContext($0, line) }
    }

    private func worded(_ line: Tokens, month index: Int, number: Int, used: Set<Int>) -> DateCandidate? {
        guard let token = line[index], token.kind == .letters, let month = Lexicon.month(token.folded) else { return nil }
        let before = daysBefore(line, index, used)
        let after = daysAfter(line, index, used)
        let days: Days
        switch (before, after) {
        case (nil, nil): return nil
        case (let before?, nil): days = before
        case (nil, let after?): days = after
        case (let before?, let after?): days = context.isMonthFirst && !before.isMarked || after.isMarked && !before.isMarked ? after : before
        }
        let (year, end) = year(line, behind: max(days.tokens.upperBound, index + 1))
        let start = PrintedDate(day: days.first, month: month, year: year)
        let last = days.last.map { PrintedDate(day: $0, month: month, year: year) }
        guard start.exists, last?.exists ?? true else { return nil }
        let range = min(days.tokens.lowerBound, index)..<end
        return DateCandidate(
            start: start, end: last, weekday: days.weekday, strength: token.folded.count > 2 ? 0.9 : 0.6, evidence: line.evidence(range), tokens: range, line: number)
    }

    private struct Days {
        var first: Int
        var last: Int?
        var weekday: Int?
        /// Printed with "th", "of" or a dot, so surely a day.
        var isMarked: Bool
        var tokens: Range<Int>
    }

    /// "21-22-23-24 JUIN", "du 2 au 6 novembre", "le vendredi 21 et le samedi 22 octobre", "Sunday 7 - Sunday 21 May".
    private func daysBefore(_ line: Tokens, _ month: Int, _ used: Set<Int>) -> Days? {
        var index = month - 1
        var isMarked = false
        while isMarking(line, index) {
            isMarked = true
            index -= 1
        }
        guard let nearest = day(line, index, used) else { return nil }
        var days = Days(first: nearest, last: nil, weekday: nil, isMarked: isMarked, tokens: index..<month)
        var isRange = false
        while let earlier = earlierDay(line, before: index, smallerThan: days.first, used) {
            if days.last == nil { days.last = days.first }
            isRange = isRange || earlier.isRange
            days.first = earlier.day
            index = earlier.index
            days.tokens = index..<month
        }
        days.weekday = weekday(line, before: index)
        return days
    }

    private func earlierDay(_ line: Tokens, before index: Int, smallerThan limit: Int, _ used: Set<Int>) -> (day: Int, index: Int, isRange: Bool)? {
        var back = index - 1
        var isRange = false, isList = false
        while let token = line[back], index - back <= 7 {
            if Lexicon.rangeMarks.contains(token.folded) || Lexicon.rangeWords.contains(token.folded) { isRange = true }
            else if Lexicon.listWords.contains(token.folded) { isList = true }
            else if token.kind == .number || !(Lexicon.weekday(token.folded) != nil || Lexicon.fillers.contains(token.folded) || Lexicon.ordinals.contains(token.folded)) { break }
            back -= 1
        }
        guard isRange || isList, let day = day(line, back, used), day < limit else { return nil }
        // In a mere list the days follow one another, or they are other numbers.
        guard isRange || limit - day <= 2 else { return nil }
        return (day, back, isRange)
    }

    /// "April 27-29", "Dec 7th", "Wednesday, October 21, 2020".
    private func daysAfter(_ line: Tokens, _ month: Int, _ used: Set<Int>) -> Days? {
        var index = month + 1
        if [".", ",", "the"].contains(line.folded(index)) { index += 1 }
        guard let first = day(line, index, used), !isClock(line, index + 1) else { return nil }
        var days = Days(first: first, last: nil, weekday: weekday(line, before: month), isMarked: false, tokens: month..<index + 1)
        var next = index + 1
        if Lexicon.ordinals.contains(line.folded(next)) {
            days.isMarked = true
            next += 1
            days.tokens = month..<next
        }
        if Lexicon.rangeMarks.contains(line.folded(next)) || ["to", "&", "and", "through"].contains(line.folded(next)),
            let last = day(line, next + 1, used), last > first, !isClock(line, next + 2), Lexicon.month(line.folded(next + 2)) == nil
        {
            days.last = last
            next += 2
            if Lexicon.ordinals.contains(line.folded(next)) { next += 1 }
            days.tokens = month..<next
        }
        if days.weekday == nil { days.weekday = weekday(line, after: next) }
        return days
    }

    private func day(_ line: Tokens, _ index: Int, _ used: Set<Int>) -> Int? {
        guard !used.contains(index), let value = line.number(index), (1...31).contains(value) else { return nil }
        if let mark = line[index - 1], line[index]?.spaced == false, [":", "$", "£", "€", "#"].contains(mark.text) { return nil }
        return value
    }

    private func isMarking(_ line: Tokens, _ index: Int) -> Bool {
        let word = line.folded(index)
        return line[index]?.kind != .number && (Lexicon.ordinals.contains(word) || Lexicon.of.contains(word) || word == ",")
    }

    private func isClock(_ line: Tokens, _ index: Int) -> Bool {
        let word = line.folded(index)
        return ["am", "pm", ":", "p", "h", "uhr"].contains(word)
    }

    private func weekday(_ line: Tokens, before index: Int) -> Int? {
        for back in stride(from: index - 1, through: max(0, index - 4), by: -1) {
            guard let token = line[back] else { return nil }
            if let weekday = Lexicon.weekday(token.folded) { return weekday }
            guard [",", ".", "-", "–", "|", "("].contains(token.folded) || Lexicon.fillers.contains(token.folded) else { return nil }
        }
        return nil
    }

    private func weekday(_ line: Tokens, after index: Int) -> Int? {
        let next = [",", "(", "-"].contains(line.folded(index)) ? index + 1 : index
        let word = line.folded(next)
        return Lexicon.weakWeekdays.contains(word) ? nil : Lexicon.weekday(word)
    }

    private func year(_ line: Tokens, behind index: Int) -> (Int?, end: Int) {
        var next = index
        while next < index + 2, [",", ".", "de", "del", "of", "-", "/"].contains(line.folded(next)) || Lexicon.ordinals.contains(line.folded(next)) && line.number(next + 1, digits: 4) ?? 0 > 31 { next += 1 }
        if let year = line.number(next, digits: 4), line[next]?.text.count == 4, (1900...2100).contains(year) { return (year, next + 1) }
        if ["'", "’", "‘"].contains(line.folded(index)), let short = line.number(index + 1), line[index + 1]?.text.count == 2 { return (2000 + short, index + 2) }
        return (nil, index)
    }

    /// Makes "28 May - 3 June 2019" one candidate out of two.
    private func joined(_ found: [DateCandidate], in line: Tokens) -> [DateCandidate] {
        var result: [DateCandidate] = []
        for candidate in found.sorted(by: { $0.tokens.lowerBound < $1.tokens.lowerBound }) {
            guard var last = result.last, last.end == nil, candidate.end == nil, last.tokens.upperBound < candidate.tokens.lowerBound else {
                result.append(candidate)
                continue
            }
            let between = last.tokens.upperBound..<candidate.tokens.lowerBound
            let words = between.map(line.folded)
            let isRange = words.contains { Lexicon.rangeMarks.contains($0) || Lexicon.rangeWords.contains($0) }
            let isPlain = words.allSatisfy {
                Lexicon.rangeMarks.contains($0) || Lexicon.rangeWords.contains($0) || Lexicon.weekday($0) != nil || Lexicon.fillers.contains($0) || $0 == "," || $0 == "."
            }
            guard isRange, isPlain else {
                result.append(candidate)
                continue
            }
            if last.start.year == nil, let year = candidate.start.year {
                let isEarlier = (last.start.month, last.start.day) <= (candidate.start.month, candidate.start.day)
                last.start.year = isEarlier ? year : year - 1
            }
            last.end = candidate.start
            last.tokens = last.tokens.lowerBound..<candidate.tokens.upperBound
            last.evidence = line.evidence(last.tokens)
            last.strength = max(last.strength, candidate.strength, 0.8)
            result[result.count - 1] = last
        }
        return result
    }

    /// Takes the weekday beside it, and looks for words that make it a deadline.
    private func withContext(_ candidate: DateCandidate, _ line: Tokens) -> DateCandidate {
        var candidate = candidate
        if candidate.weekday == nil { candidate.weekday = weekday(line, before: candidate.tokens.lowerBound) ?? weekday(line, after: candidate.tokens.upperBound) }
        let before = max(0, candidate.tokens.lowerBound - 7)..<candidate.tokens.lowerBound
        let words = before.map(line.folded)
        candidate.isDeadline = words.contains { Lexicon.deadlines.contains($0) } || words.last.map { ["by", "bis", "jusqu", "until", "hasta"].contains($0) } ?? false
        return candidate
    }
}
