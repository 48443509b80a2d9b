import Household

/// Chooses the date and the time of the event among all that are printed, and keeps the rest as alternatives.
struct WhenAssembly {
    let page: FlyerPage
    let context: ReadingContext

    /// Weaker forms, such as 3/4 without a weekday or a time near, stay numbers.
    private static let leastDateStrength = 0.5

    func fill(_ draft: inout EventDraft) {
        let ranked = rankedDates()
        let chosen = ranked.first
        let clock = bestTime(near: chosen?.candidate)
        if let chosen { fillDate(&draft, chosen, others: ranked.dropFirst().map(\.resolved.start)) } else { fillWeekday(&draft) }
        if let clock { fillTime(&draft, clock) }
    }

    private struct RankedDate {
        var candidate: DateCandidate
        var resolved: ResolvedDate
        var score: Double
    }

    private func rankedDates() -> [RankedDate] {
        let resolution = YearResolution(reference: context.reference)
        let tallest = Double(page.dates.map(\.evidence.height).max() ?? 1)
        return page.dates.compactMap { candidate -> RankedDate? in
            guard let resolved = resolution.resolve(candidate) else { return nil }
            let sameLine = page.times.contains { $0.line == candidate.line }
            let near = sameLine || page.times.contains { page.distance($0.evidence.box, candidate.evidence.box) < 0.08 }
            let strength = candidate.strength + (sameLine ? 0.2 : near ? 0.1 : 0)
            guard strength >= Self.leastDateStrength else { return nil }
            var score = strength + 0.5 * Double(candidate.evidence.height) / tallest + 0.3 * candidate.evidence.confidence
            if candidate.weekday != nil { score += 0.3 }
            if candidate.start.year != nil { score += 0.1 }
            if candidate.end != nil { score += 0.15 }
            // Of equals the first is the event; what follows is its programme.
            score += 0.2 * (1 - Double(candidate.evidence.box.middle) / Double(page.height))
            if candidate.isDeadline { score -= 1.2 }
            // What was over long before the photo is a "since", a print date or a misreading.
            if resolved.start.days(until: context.reference) > 366 { score -= 0.5 }
            return RankedDate(candidate: candidate, resolved: resolved, score: score)
        }.sorted { $0.score > $1.score }
    }

    private func bestTime(near date: DateCandidate?) -> TimeCandidate? {
        let hasShow = page.times.contains { $0.role == .show }
        let tallest = Double(page.times.map(\.evidence.height).max() ?? 1)
        func score(_ time: TimeCandidate) -> Double {
            var score = 0.3 * Double(time.evidence.height) / tallest + 0.3 * time.evidence.confidence
            if let date {
                let distance = page.distance(time.evidence.box, date.evidence.box)
                score += time.line == date.line ? 1 : 0.8 * max(0, 1 - 4 * distance)
            }
            if time.isAssumed { score -= 0.2 }
            if time.end != nil { score += 0.1 }
            if hasShow && time.role == .doors { score -= 0.6 }
            if hasShow && time.role == .show { score += 0.3 }
            return score
        }
        return page.times.max { score($0) < score($1) }
    }

    private func fillDate(_ draft: inout EventDraft, _ chosen: RankedDate, others: [Day]) {
        let resolved = chosen.resolved, evidence = chosen.candidate.evidence
        var seen: Set<Day> = [resolved.start]
        let alternatives = (resolved.alternatives + others).filter { seen.insert($0).inserted }
        let confidence = min(1, evidence.confidence + 0.1) * resolved.certainty * min(1, chosen.candidate.strength + 0.1) * (chosen.candidate.isDeadline ? 0.5 : 1)
        draft.start = .init(day: resolved.start)
        draft.fields[.startDay] = DraftField(
            confidence: confidence.rounded(toPlaces: 2), box: evidence.box, alternatives: alternatives.prefix(4).map(\.description), note: resolved.note)
        if let end = resolved.end {
            draft.end = .init(day: end)
            draft.fields[.endDay] = DraftField(confidence: confidence.rounded(toPlaces: 2), box: evidence.box)
        }
    }

    /// The only thing printed is one weekday: the next such day, and marked as inferred. A number that was
    /// left over may be the day of a misread date, and then nothing is inferred.
    private func fillWeekday(_ draft: inout EventDraft) {
        var found: (weekday: Int, line: FlyerPage.Line)?
        for line in page.lines {
            guard Lexicon.repeating.isDisjoint(with: line.words) else { return }
            for weekday in line.words.compactMap({ Lexicon.weakWeekdays.contains($0) ? nil : Lexicon.weekday($0) }) {
                if let found, found.weekday != weekday { return }
                found = (weekday, line)
            }
        }
        guard page.dates.isEmpty, let found, !page.lines.contains(where: \.hasLooseDay) else { return }
        let wait = (found.weekday - context.reference.weekday.rawValue + 7) % 7
        draft.start = .init(day: context.reference.adding(days: wait))
        draft.fields[.startDay] = DraftField(
            confidence: (0.5 * found.line.confidence).rounded(toPlaces: 2), box: found.line.box,
            alternatives: [context.reference.adding(days: wait + 7).description], note: "only a weekday is printed")
    }

    private func fillTime(_ draft: inout EventDraft, _ clock: TimeCandidate) {
        let confidence = (min(1, clock.evidence.confidence + 0.1) * (clock.isAssumed ? 0.6 : 0.97)).rounded(toPlaces: 2)
        let note = clock.isAssumed ? "morning or evening is not printed" : clock.role == .doors ? "this is when the doors open" : nil
        let flipped = clock.isAssumed ? [(clock.start + 720) % 1440] : []
        var seen: Set<Int> = [clock.start]
        let others = (flipped + page.times.map(\.start)).filter { seen.insert($0).inserted }
        var start = draft.start ?? .init(day: nil)
        start.time = time(clock.start)
        draft.start = start
        draft.fields[.startTime] = DraftField(
            confidence: confidence, box: clock.evidence.box, alternatives: others.prefix(4).compactMap { time($0)?.description }, note: note)
        guard let end = clock.end else { return }
        var last = draft.end ?? .init(day: start.day)
        // Past midnight, of an event that ends the day it began.
        if end >= 1440, draft.end == nil { last.day = start.day?.adding(days: 1) }
        last.time = time(end % 1440)
        draft.end = last
        draft.fields[.endTime] = DraftField(confidence: confidence, box: clock.evidence.box)
    }

    private func time(_ minutes: Int) -> LocalTime? { LocalTime(hour: minutes / 60 % 24, minute: minutes % 60) }
}

extension Double {
    func rounded(toPlaces places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        return (self * scale).rounded() / scale
    }
}
