import Household

/// Reads 23/06/2023, 02.06.2025, 2023-05-04, 4/27 and their like. ISO order is never changed; a number over
/// twelve decides the rest; then the region does.
struct NumericDateReader {
    let context: ReadingContext

    private static let marks: Set<String> = ["/", ".", "-"]

    func read(_ line: Tokens, at index: Int, number: Int, used: Set<Int>) -> DateCandidate? {
        guard let first = line[index], first.kind == .number, isFreeBefore(line, index, used), let mark = line[index + 1], Self.marks.contains(mark.text),
            let second = line.number(index + 2), !used.contains(index + 2)
        else { return nil }
        let isSpaced = mark.spaced || line[index + 2]?.spaced == true
        guard mark.text == "/" || !isSpaced, let a = first.value else { return nil }
        if line.folded(index + 3) == mark.text, let third = line[index + 4], third.kind == .number, let c = third.value, !used.contains(index + 4),
            mark.text == "/" || !third.spaced && line[index + 3]?.spaced == false, isFreeBehind(line, index + 5)
        {
            return full(a, second, c, widths: (first.text.count, line.all[index + 2].text.count, third.text.count), mark.text, line, index..<index + 5, number)
        }
        guard isFreeBehind(line, index + 3) || mark.text == "." && line.folded(index + 3) == ".", !isSpaced else { return nil }
        return short(a, second, mark.text, line, index..<index + 3, number)
    }

    private func full(_ a: Int, _ b: Int, _ c: Int, widths: (Int, Int, Int), _ mark: String, _ line: Tokens, _ range: Range<Int>, _ number: Int) -> DateCandidate? {
        if widths.0 == 4 {
            let date = PrintedDate(day: c, month: b, year: a)
            return (1900...2100).contains(a) && date.exists ? candidate(date, nil, 0.95, line, range, number) : nil
        }
        guard widths.0 <= 2, widths.1 <= 2, widths.2 == 4 || widths.2 == 2 else { return nil }
        let year = widths.2 == 4 ? c : 2000 + c
        guard (1900...2100).contains(year) else { return nil }
        return ordered(a, b, year, mark, widths.2 == 4 ? 0.95 : 0.85, line, range, number)
    }

    /// Without a year: only a slash, or a dot beside a weekday or a time, is a date and not a fraction or a version.
    private func short(_ a: Int, _ b: Int, _ mark: String, _ line: Tokens, _ range: Range<Int>, _ number: Int) -> DateCandidate? {
        let before = line.folded(range.lowerBound - 1) == "," || line.folded(range.lowerBound - 1) == "." ? range.lowerBound - 2 : range.lowerBound - 1
        let hasWeekday = Lexicon.weekday(line.folded(before)) != nil
        switch mark {
        case "/": return ordered(a, b, nil, mark, hasWeekday ? 0.85 : 0.45, line, range, number)
        case ".":
            let clock = line.number(range.upperBound) != nil && line.folded(range.upperBound + 1) == ":"
            guard hasWeekday || clock || line.folded(range.upperBound) == "." && line[range.upperBound]?.spaced == false && line.all[range.lowerBound + 2].text.count == 2 else { return nil }
            return ordered(a, b, nil, mark, hasWeekday ? 0.8 : 0.5, line, range, number)
        default: return nil
        }
    }

    private func ordered(_ a: Int, _ b: Int, _ year: Int?, _ mark: String, _ strength: Double, _ line: Tokens, _ range: Range<Int>, _ number: Int) -> DateCandidate? {
        let dayFirst = PrintedDate(day: a, month: b, year: year), monthFirst = PrintedDate(day: b, month: a, year: year)
        let prefersMonth = context.isMonthFirst && mark != "."
        let choices = (prefersMonth ? [monthFirst, dayFirst] : [dayFirst, monthFirst]).filter(\.exists)
        guard let first = choices.first else { return nil }
        let other = choices.dropFirst().first.flatMap { $0 == first ? nil : $0 }
        return candidate(first, mark == "." ? nil : other, strength, line, range, number)
    }

    private func candidate(_ date: PrintedDate, _ other: PrintedDate?, _ strength: Double, _ line: Tokens, _ range: Range<Int>, _ number: Int) -> DateCandidate {
        DateCandidate(start: date, end: nil, other: other, weekday: nil, strength: strength, evidence: line.evidence(range), tokens: range, line: number)
    }

    /// 0493/10.07.11 is a phone number: digits that go on to the left.
    private func isFreeBefore(_ line: Tokens, _ index: Int, _ used: Set<Int>) -> Bool {
        guard let token = line[index], !token.spaced, let before = line[index - 1] else { return true }
        // The second date of a range, "4/27-4/29".
        if before.text == "-", used.contains(index - 2) { return true }
        return !(Self.marks.contains(before.text) && line[index - 2]?.kind == .number) && !Rejections.currencyMarks.contains(before.text)
            && !(before.kind == .letters && !["du", "le"].contains(before.folded))
    }

    private func isFreeBehind(_ line: Tokens, _ index: Int) -> Bool {
        guard let token = line[index], !token.spaced else { return true }
        if token.kind == .letters { return false }
        if ["-", "–"].contains(token.text) { return true }
        return !(["/", ".", ":"].contains(token.text) && line[index + 1]?.kind == .number && line[index + 1]?.spaced == false) && !["%"].contains(token.text)
    }
}
