import Household

/// What has been spent so far against a steady pace towards the limit.
struct PaceChart: Sendable {
    /// All that had been spent by the end of a day.
    struct Point: Sendable {
        var day: Day
        var total: Money
    }

    var limit: Money
    var start: Day
    var end: Day
    var today: Day
    /// In order of days; only days on which the total changed.
    var spending: [Point]

    /// The area that is drawn in, in a picture of 360 by 190.
    private static let (left, right, top, bottom) = (56, 350, 22, 150)

    var html: HTML? {
        guard limit.minor > 0, start < end, let last = spending.last else { return nil }
        return """
            <section class="card chart"><div><h2>Spending to \(end.short)</h2><p class="quiet small">\(last.total) of \(limit)</p></div>\
            <svg viewBox="0 0 360 190" role=img aria-label="\(sentence(last))">\(grid)\
            <path class=pace d="M\(Self.left) \(y(0))L\(Self.right) \(y(limit.minor))"/><text x=\(Self.right) y=\(y(limit.minor) - 8) text-anchor=end>steady pace</text>\
            \(line(last))</svg>\(disclosure("Show as table", class: "small", table))</section>
            """
    }

    private var ceiling: Int { max(limit.minor, spending.last?.total.minor ?? 0) }

    private func x(_ day: Day) -> Int {
        let share = Double(start.days(until: min(max(day, start), end))) / Double(start.days(until: end))
        return Self.left + Int(Double(Self.right - Self.left) * share)
    }

    private func y(_ minor: Int) -> Int {
        Self.bottom - Int(Double(Self.bottom - Self.top) * Double(max(0, minor)) / Double(ceiling))
    }

    private var grid: HTML {
        let marks = [0, limit.minor / 2, limit.minor].map { minor in
            """
            <path class=grid d="M\(Self.left) \(y(minor))H\(Self.right)"/>\
            <text x=\(Self.left - 8) y=\(y(minor) + 4) text-anchor=end>\(Money(minor: minor, currency: limit.currency).formatted())</text>
            """ as HTML
        }
        let todayAt = x(today)
        let labels: HTML = """
            <text x=\(Self.left) y=\(Self.bottom + 24)>\(start.day) \(start.short.suffix(3).description)</text>\
            \(todayAt > Self.left + 80 ? "<text x=\(todayAt) y=\(Self.bottom + 24) text-anchor=middle>today</text>" : nil)
            """
        return "\(marks)\(labels)"
    }

    /// Steps, since money is spent at once and not little by little.
    private func line(_ last: Point) -> HTML {
        var steps: HTML = "M\(Self.left) \(y(0))"
        for point in spending { steps += "H\(x(point.day))V\(y(point.total.minor))" }
        let now = max(x(today), x(last.day))
        steps += "H\(now)"
        return """
            <path class=area d="\(steps)V\(y(0))z"/><path class=so-far d="\(steps)"/><circle class=now cx=\(now) cy=\(y(last.total.minor)) r=6 />
            """
    }

    private func sentence(_ last: Point) -> String {
        let due = limit.minor * max(0, min(start.days(until: today), start.days(until: end))) / start.days(until: end)
        let steady = Money(minor: due, currency: limit.currency)
        return "\(last.total.formatted()) of \(limit.formatted()) spent by \(today.short); a steady pace would be at \(steady.formatted())."
    }

    private var table: HTML {
        let rows = spending.suffix(12).map { "<tr><td>\($0.day.short)</td><td>\($0.total)</td></tr>" as HTML }
        return "<table><thead><tr><th scope=col>Day</th><th scope=col>Spent in all</th></tr></thead><tbody>\(rows)</tbody></table>"
    }
}
