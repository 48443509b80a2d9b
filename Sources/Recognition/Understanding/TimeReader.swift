import Household

/// A time or a range of times found in a line.
struct TimeCandidate {
    enum Role { case event, doors, show }

    /// Minutes since midnight of the first day; the end may be past 1440.
    var start: Int
    var end: Int?
    /// Nobody printed whether it is morning or evening.
    var isAssumed: Bool
    var role: Role
    var evidence: Evidence
    var tokens: Range<Int>
    var line: Int
}

/// Finds times of day. am and pm are inherited within a range; noon and midnight are crossed.
struct TimeReader {
    let context: ReadingContext
    /// Whether the page speaks of an evening.
    let isEvening: Bool

    func read(_ line: Tokens, number: Int, skipping rejected: Rejections) -> [TimeCandidate] {
        var found: [TimeCandidate] = []
        var index = 0
        while index < line.all.count {
            if let candidate = candidate(line, at: index, number: number, skipping: rejected) {
                found.append(candidate)
                index = candidate.tokens.upperBound
            } else {
                index += 1
            }
        }
        return found
    }

    private func candidate(_ line: Tokens, at index: Int, number: Int, skipping rejected: Rejections) -> TimeCandidate? {
        guard !isInsideNumber(line, index), var first = ClockReading(line, at: index, skipping: rejected) else { return nil }
        var second: ClockReading?
        if let after = separatorEnd(line, from: first.next, start: index) {
            second = ClockReading(line, at: after, skipping: rejected)
            if let end = second, !end.isExplicit && !first.isExplicit { second = nil }
            // "10-12-2024", "7-9 June": a bare number that goes on is not the end of a time.
            if let end = second, !end.isExplicit, isDateLike(line, end.next) { second = nil }
        }
        // "-4PM" is the end of something that was not read.
        if second == nil, line[index]?.spaced == false, Lexicon.rangeMarks.contains(line.folded(index - 1)), line[index - 2]?.kind != .number { return nil }
        // "2h" in English is how long.
        if context.usesTwelveHours, second == nil, first.hour < 13, first.minute == 0, line.folded(first.next - 1) == "h" { return nil }
        if !first.isExplicit && (second == nil || Lexicon.month(line.folded(index - 1)) != nil) {
            guard second == nil, isLedIn(line, index), line.all[index].text.count <= 2, first.next > index + 1 || isClearLead(line, index),
                !isDateLike(line, first.next)
            else { return nil }
            first.isExplicit = true
        }
        guard let span = resolve(first, second) else { return nil }
        let range = index..<(second?.next ?? first.next)
        return TimeCandidate(
            start: span.start, end: span.end, isAssumed: span.isAssumed, role: role(line, before: index),
            evidence: line.evidence(range), tokens: range, line: number)
    }

    /// The piece of a longer number or date: 12/10 20:00 begins at 20, never at 10.
    private func isInsideNumber(_ line: Tokens, _ index: Int) -> Bool {
        guard let token = line[index], token.kind == .number, !token.spaced, let mark = line[index - 1], line[index - 2]?.kind == .number else { return false }
        return [":", "/", ".", ","].contains(mark.text)
    }

    private func isDateLike(_ line: Tokens, _ next: Int) -> Bool {
        if Lexicon.month(line.folded(next)) != nil { return true }
        if Lexicon.ordinals.contains(line.folded(next)), line[next]?.spaced == false { return true }
        return ["/", "-", "."].contains(line.folded(next)) && line[next + 1]?.kind == .number && line[next + 1]?.spaced == false
    }

    /// "at 7", "@ 7.30", "um 20": the word before makes it a time.
    private func isLedIn(_ line: Tokens, _ index: Int) -> Bool {
        var before = index - 1
        if line.folded(before) == ":" { before -= 1 }
        return Lexicon.timeLeads.contains(line.folded(before))
    }

    private func isClearLead(_ line: Tokens, _ index: Int) -> Bool { ["@", "um"].contains(line.folded(index - 1)) && index + 1 == line.all.count }

    private func separatorEnd(_ line: Tokens, from next: Int, start: Int) -> Int? {
        let word = line.folded(next)
        if Lexicon.rangeMarks.contains(word) || Lexicon.rangeWords.contains(word) { return next + 1 }
        if ["and", "et", "und", "y"].contains(word), ["between", "entre", "zwischen"].contains(line.folded(start - 1)) { return next + 1 }
        return nil
    }

    private func role(_ line: Tokens, before index: Int) -> TimeCandidate.Role {
        for back in 1...4 {
            let word = line.folded(index - back)
            if Lexicon.doors.contains(word) { return .doors }
            if Lexicon.shows.contains(word) { return .show }
            if line[index - back]?.kind == .number { break }
        }
        return .event
    }

    private func resolve(_ first: ClockReading, _ second: ClockReading?) -> (start: Int, end: Int?, isAssumed: Bool)? {
        guard let second else {
            if first.half != nil || first.is24Hour || !context.usesTwelveHours { return single(first.minutes(first.half), false) }
            return single(first.minutes(assumedHalf(first)), true)
        }
        var start = first.minutes(first.half), end = second.minutes(second.half)
        var isAssumed = false
        switch (first.half, second.half) {
        case (nil, let half?) where first.hour <= 12 && !(first.is24Hour && first.hour != 12):
            start = first.minutes(half)
            if start >= end { start = first.minutes(half == .afternoon ? .morning : .afternoon) }
        case (let half?, nil) where second.hour <= 12 && !second.is24Hour:
            end = second.minutes(half)
            if end <= start { end = second.minutes(half == .morning ? .afternoon : .morning) }
        case (nil, nil) where context.usesTwelveHours && !first.is24Hour && !second.is24Hour:
            isAssumed = true
            start = first.minutes(assumedHalf(first))
            end = second.minutes(.morning)
            if end <= start { end = second.minutes(.afternoon) }
        default: break
        }
        if end <= start { end += 1440 }
        guard start < 1440 else { return nil }
        return (start, end, isAssumed)
    }

    private func single(_ minutes: Int, _ isAssumed: Bool) -> (start: Int, end: Int?, isAssumed: Bool)? {
        minutes <= 1440 ? (minutes % 1440, nil, isAssumed) : nil
    }

    /// What people mean by a bare hour: one to seven is after noon; later is evening only on a page about an evening.
    private func assumedHalf(_ reading: ClockReading) -> ClockReading.Half {
        switch reading.hour {
        case 1...7, 12: .afternoon
        default: isEvening ? .afternoon : .morning
        }
    }
}
