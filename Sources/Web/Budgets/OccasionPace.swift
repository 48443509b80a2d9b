import Household
import Store

extension PaceChart {
    /// From eight weeks before the day, or from the first purchase where that was earlier. Nil without a limit.
    init?(of view: OccasionView, _ entries: [LedgerEntry], in room: Room) {
        guard let limit = view.tally.limit else { return nil }
        let spent = entries.map { (day: min($0.day ?? room.zone.day(at: $0.entered), room.today), minor: $0.amount?.minor ?? 0) }.sorted { $0.day < $1.day }
        var points: [PaceChart.Point] = []
        var total = 0
        for entry in spent {
            total += entry.minor
            if points.last?.day == entry.day { points.removeLast() }
            points.append(.init(day: entry.day, total: Money(minor: total, currency: limit.currency)))
        }
        let eightWeeks = view.occasion.day.adding(days: -56)
        self.init(limit: limit, start: min(eightWeeks, points.first?.day ?? eightWeeks), end: view.occasion.day, today: room.today, spending: points)
    }
}
