import Household

/// A printed date with its year decided.
struct ResolvedDate {
    var start: Day
    var end: Day?
    /// 0 to 1: how sure day, month and year are, apart from how well they were read.
    var certainty: Double
    var note: String?
    var alternatives: [Day]
}

/// Decides the year, and the order of day and month where the print leaves both open.
///
/// Printed year, then agreement with the printed weekday, then the first such day on or after the reference.
/// A printed past year stays past. A weekday that contradicts changes nothing that is printed, and is said.
struct YearResolution {
    let reference: Day

    /// A flyer photographed after its event still hangs: so far back a weekday may pull the year.
    private static let hindsight = 180

    func resolve(_ candidate: DateCandidate) -> ResolvedDate? {
        guard let printed = resolve(candidate.start, candidate.weekday) else { return nil }
        var result = printed
        if let other = candidate.other, let exchanged = resolve(other, candidate.weekday) {
            // The weekday beats the region.
            if let weekday = candidate.weekday, exchanged.start.weekday.rawValue == weekday, printed.start.weekday.rawValue != weekday {
                result = exchanged
                result.alternatives = [printed.start]
            } else if candidate.weekday == nil || printed.start.weekday.rawValue != candidate.weekday {
                result.alternatives.append(exchanged.start)
                result.certainty *= 0.75
                result.note = result.note ?? "day and month could be the other way round"
            }
        }
        if let end = candidate.end { result.end = self.end(end, after: result.start) }
        return result
    }

    private func resolve(_ date: PrintedDate, _ weekday: Int?) -> ResolvedDate? {
        if let year = date.year {
            guard let day = Day(year: year, month: date.month, day: date.day) else { return nil }
            guard let weekday, day.weekday.rawValue != weekday else { return ResolvedDate(start: day, end: nil, certainty: 1, note: nil, alternatives: []) }
            return ResolvedDate(start: day, end: nil, certainty: 0.6, note: "the printed weekday does not fit this date", alternatives: [])
        }
        let around = (reference.year - 1...reference.year + 4).compactMap { Day(year: $0, month: date.month, day: date.day) }
        guard let next = around.first(where: { $0 >= reference }) else { return nil }
        let note = "the year is not printed"
        guard let weekday else { return ResolvedDate(start: next, end: nil, certainty: 0.8, note: note, alternatives: []) }
        if next.weekday.rawValue == weekday { return ResolvedDate(start: next, end: nil, certainty: 0.97, note: note, alternatives: []) }
        if let last = around.last(where: { $0 < reference }), last.weekday.rawValue == weekday, last.days(until: reference) <= Self.hindsight {
            return ResolvedDate(start: last, end: nil, certainty: 0.85, note: note, alternatives: [next])
        }
        let fitting = around.first { $0 >= reference && $0.weekday.rawValue == weekday }
        return ResolvedDate(
            start: next, end: nil, certainty: 0.5, note: "the printed weekday does not fit this date",
            alternatives: fitting.map { [$0] } ?? [])
    }

    private func end(_ date: PrintedDate, after start: Day) -> Day? {
        let years = date.year.map { [$0] } ?? [start.year, start.year + 1]
        return years.lazy.compactMap { Day(year: $0, month: date.month, day: date.day) }.first { $0 > start && start.days(until: $0) <= 400 }
    }
}
