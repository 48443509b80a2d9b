/// Days and times spelled out, so that nobody has to know whether 4/5 is in April or May.
public struct DayText: Sendable {
    public let language: Language

    public init(_ language: Language = .english) { self.language = language }

    /// "Saturday 12 December 2026".
    public func full(_ day: Day) -> String { "\(weekday(day.weekday)) \(day.day) \(month(day.month)) \(day.year)" }

    /// "Saturday 12 December 2026, 14:00", or the day alone.
    public func full(_ time: EventTime) -> String { full(time.day) + clock(time) }

    /// "December 2026".
    public func full(_ month: Month) -> String { "\(self.month(month.month)) \(month.year)" }

    /// "Sat 12 Dec", for lists whose year is clear.
    public func short(_ day: Day) -> String { "\(weekday(day.weekday).prefix(3)) \(day.day) \(month(day.month).prefix(3))" }

    /// From start to end, naming the day once if it is the same: "Saturday 12 December 2026, 14:00 – 16:00".
    ///
    /// An end in another zone is shown with the name of that zone.
    public func full(from start: EventTime, to end: EventTime?) -> String {
        guard let end, end != start else { return full(start) }
        let elsewhere = end.zone.map { start.zone != nil && $0 != start.zone ? " (\($0.name))" : "" } ?? ""
        if end.day == start.day {
            return end.time.map { "\(full(start)) – \($0)\(elsewhere)" } ?? full(start)
        }
        return "\(full(start)) – \(full(end))\(elsewhere)"
    }

    private func clock(_ time: EventTime) -> String { time.time.map { ", \($0)" } ?? "" }

    private func weekday(_ weekday: Weekday) -> String {
        switch language {
        case .english: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekday.rawValue - 1]
        }
    }

    private func month(_ month: Int) -> String {
        switch language {
        case .english:
            [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ][month - 1]
        }
    }
}
