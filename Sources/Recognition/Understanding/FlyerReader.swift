import Household

/// Understands the words of a flyer: candidates with their evidence, then roles, then one draft.
struct FlyerReader {
    let context: ReadingContext

    func drafts(of words: [RecognizedWord]) -> [EventDraft] {
        let page = FlyerPage(words, context: context)
        guard !page.lines.isEmpty else { return [] }
        var draft = EventDraft()
        WhenAssembly(page: page, context: context).fill(&draft)
        PlaceReader(page: page).fill(&draft)
        PriceReader(page: page).fill(&draft)
        TitleReader(page: page).fill(&draft)
        return draft.title == nil && draft.start == nil && draft.location == nil ? [] : [draft]
    }
}

/// The lines of a flyer with everything found in them. Built once, read by all that look for a field.
struct FlyerPage {
    struct Line {
        var tokens: Tokens
        var rejections: Rejections
        /// Tokens that belong to dates and times.
        var moments: Set<Int> = []

        var text: String { tokens.line.text }
        var box: Box { tokens.line.box }
        var height: Int { tokens.line.height }
        var confidence: Double { tokens.line.confidence }
        var words: [String] { tokens.all.filter { $0.kind == .letters }.map(\.folded) }
        /// A number that nobody took and that could be a day of a month.
        var hasLooseDay: Bool {
            tokens.all.indices.contains { !moments.contains($0) && !rejections.contains($0) && (1...31).contains(tokens.number($0) ?? 0) }
        }
        /// The first four digits behind `start` that could be a year.
        func looseYear(behind start: Int) -> Int? {
            tokens.all.indices.first { index in
                index >= start && !moments.contains(index) && !rejections.contains(index) && tokens[index]?.text.count == 4
                    && (1950...2100).contains(tokens.number(index, digits: 4) ?? 0) && !Lexicon.deadlines.contains(tokens.folded(index - 1))
            }.flatMap { tokens.number($0, digits: 4) }
        }
        /// The share of its letters and digits that neither dates, times nor rejected numbers have taken.
        var free: Double {
            let all = tokens.all.indices.filter { tokens.all[$0].kind != .mark }
            let count = all.reduce(0) { $0 + tokens.all[$1].text.count }
            let open = all.filter { !moments.contains($0) && !rejections.contains($0) && Lexicon.weekday(tokens.all[$0].folded) == nil }
            return count == 0 ? 0 : Double(open.reduce(0) { $0 + tokens.all[$1].text.count }) / Double(count)
        }
    }

    private(set) var lines: [Line]
    private(set) var dates: [DateCandidate] = []
    private(set) var times: [TimeCandidate] = []
    let height: Int

    private static let eveningWords: Set<String> = ["night", "evening", "party", "concert", "gig", "show", "live", "dinner", "band", "tonight", "doors"]

    init(_ words: [RecognizedWord], context: ReadingContext) {
        lines = PageLayout(words).lines.map { line in
            let tokens = Tokens(line)
            return Line(tokens: tokens, rejections: Rejections(tokens))
        }
        height = max(1, lines.map(\.box.bottom).max() ?? 1)
        let isEvening = lines.contains { !Self.eveningWords.isDisjoint(with: $0.words) }
        let clock = TimeReader(context: context, isEvening: isEvening), calendar = DateReader(context: context)
        for index in lines.indices {
            let line = lines[index]
            let found = clock.read(line.tokens, number: index, skipping: line.rejections)
            times += found
            lines[index].moments.formUnion(found.flatMap(\.tokens))
            let days = calendar.read(line.tokens, number: index, taken: line.rejections.tokens.union(lines[index].moments))
            dates += days
            lines[index].moments.formUnion(days.flatMap(\.tokens))
        }
        readBrokenRanges(clock)
        readStackedDates(calendar)
        markDeadlines()
        adoptWeekdays()
        adoptYear(context)
    }

    /// "from 2:30" with "to 4:30 p.m." on the next line.
    private mutating func readBrokenRanges(_ clock: TimeReader) {
        for index in times.indices where times[index].end == nil {
            let at = times[index].line
            guard times[index].tokens.upperBound == lines[at].tokens.all.count, lines.indices.contains(at + 1) else { continue }
            let next = lines[at + 1].tokens
            guard Lexicon.rangeMarks.contains(next.folded(0)) || Lexicon.rangeWords.contains(next.folded(0)) else { continue }
            let joined = Tokens(TextLine(lines[at].tokens.line.words + next.line.words))
            guard let whole = clock.read(joined, number: at, skipping: Rejections(joined)).first(where: { $0.tokens.lowerBound == times[index].tokens.lowerBound }), whole.end != nil else { continue }
            let offset = lines[at].tokens.all.count
            times[index] = whole
            times.removeAll { $0.line == at + 1 && $0.tokens.lowerBound < whole.tokens.upperBound - offset }
            lines[at + 1].moments.formUnion(0..<whole.tokens.upperBound - offset)
            return
        }
    }

    /// A label on the line above: "Registration deadline:".
    private mutating func markDeadlines() {
        for index in dates.indices where dates[index].tokens.lowerBound <= 1 {
            let box = dates[index].evidence.box
            let labels = lines.filter { line in
                let gap = box.y - line.box.bottom
                return line.box.horizontalOverlap(box) > 0 && gap > -line.height && gap < 2 * max(line.height, box.height)
                    && line.box.middle < box.middle && (line.words.count <= 4 || line.text.hasSuffix(":"))
            }
            if labels.contains(where: { !Lexicon.deadlines.isDisjoint(with: $0.words) }) { dates[index].isDeadline = true }
        }
    }

    /// JUNE over 16, or 16 over JUNE over 2022: neither line is a date alone.
    private mutating func readStackedDates(_ calendar: DateReader) {
        for index in lines.indices {
            for count in [3, 2] where index + count <= lines.count {
                let stack = index..<index + count
                let isLoose = stack.allSatisfy { at in lines[at].tokens.all.count <= 6 && !dates.contains { $0.line == at } }
                let hasMonth = stack.contains { lines[$0].words.contains { Lexicon.month($0) != nil } }
                let isClose = stack.dropFirst().allSatisfy { lines[$0].box.y - lines[$0 - 1].box.bottom < 2 * max(lines[$0].height, lines[$0 - 1].height) }
                guard isLoose, hasMonth, isClose else { continue }
                let joined = Tokens(TextLine(stack.flatMap { lines[$0].tokens.line.words }))
                var taken = Set<Int>()
                var offset = 0
                for at in stack {
                    taken.formUnion(lines[at].moments.union(lines[at].rejections.tokens).map { $0 + offset })
                    offset += lines[at].tokens.all.count
                }
                guard let date = calendar.read(joined, number: index, taken: taken).first else { continue }
                dates.append(date)
                offset = 0
                for at in stack {
                    let own = lines[at].tokens.all.indices
                    lines[at].moments.formUnion(own.filter { date.tokens.contains($0 + offset) })
                    offset += own.count
                }
                break
            }
        }
    }

    private mutating func adoptWeekdays() {
        for index in dates.indices where dates[index].weekday == nil {
            let near = [dates[index].line, dates[index].line - 1, dates[index].line + 1].filter(lines.indices.contains)
            let words = near.flatMap { lines[$0].words }
            dates[index].weekday = words.compactMap { Lexicon.weakWeekdays.contains($0) ? nil : Lexicon.weekday($0) }.first
        }
    }

    /// The only year on the page, where it is near enough to be of this event.
    private mutating func adoptYear(_ context: ReadingContext) {
        var years = Set<Int>()
        for line in lines {
            for index in line.tokens.all.indices where !line.rejections.contains(index) && !line.moments.contains(index) {
                guard let year = line.tokens.number(index, digits: 4), line.tokens[index]?.text.count == 4,
                    (context.reference.year - 1...context.reference.year + 2).contains(year)
                else { continue }
                let before = line.tokens.folded(index - 1)
                if !Lexicon.deadlines.contains(before) && before != ":" { years.insert(year) }
            }
        }
        for index in dates.indices where dates[index].start.year == nil {
            let start = dates[index].start
            // A year in the date's own line counts however far it is: "Oct 26 11:00 EDT 2009".
            guard let year = lines[dates[index].line].looseYear(behind: dates[index].tokens.upperBound) ?? (years.count == 1 ? years.first : nil),
                let day = Day(year: year, month: start.month, day: start.day)
            else { continue }
            if let weekday = dates[index].weekday, day.weekday.rawValue != weekday { continue }
            dates[index].start.year = year
        }
    }

    /// How far apart two lines are, in heights of the page.
    func distance(_ a: Box, _ b: Box) -> Double { Double(abs(a.middle - b.middle)) / Double(height) }
}
