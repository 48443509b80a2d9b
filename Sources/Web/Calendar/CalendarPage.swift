import Household

/// The family's dates, month by month.
struct CalendarPage: Sendable {
    struct Entry: Sendable {
        var key: String
        var title: String
        var day: Day
        /// The last day, where it is another one.
        var lastDay: Day?
        var time: LocalTime?
        var endTime: LocalTime?
        var place: String?
        var isFromScan = false
    }

    var today: Day
    /// In order of time.
    var entries: [Entry]
    /// Where earlier and later dates are, below the household's path.
    var earlier: String?
    var later: String?
    var form = EventForm()

    func html(in frame: Frame) -> HTML {
        Page(title: "Calendar", tab: .calendar, main: main(frame)).html(in: frame)
    }

    private func main(_ frame: Frame) -> HTML {
        """
        <div class="two side"><div class=stack>\(link("Earlier", earlier, frame))\(entries.isEmpty ? nothing(frame) : list(frame))\(link("Later", later, frame))</div>\
        \(disclosure("Add a date", open: form.entries.hasErrors || form.scanKey != nil, id: "add", icon: .plus, form.html(in: frame)))</div>
        """
    }

    private func nothing(_ frame: Frame) -> HTML {
        EmptyState(
            drawing: .newsletter, title: "Photograph the school newsletter", words: "We read the date, time and place; you check them.",
            action: #"<a class="button" href="\#(frame.path("/scan"))">Scan a photo</a>"#
        ).html
    }

    private func list(_ frame: Frame) -> HTML {
        var months: [(name: String, entries: [Entry])] = []
        for entry in entries {
            if months.last?.name == entry.day.monthAndYear {
                months[months.count - 1].entries.append(entry)
            } else {
                months.append((entry.day.monthAndYear, [entry]))
            }
        }
        let cards = months.map { month in
            "<section class=card><h2>\(month.name)</h2><ul class=list>\(month.entries.map { row($0, frame) })</ul></section>" as HTML
        }
        return "\(cards)"
    }

    private func link(_ label: String, _ rest: String?, _ frame: Frame) -> HTML? {
        rest.map { #"<p><a class=button href="\#(frame.path($0))">\#(label)</a></p>"# }
    }

    private func row(_ entry: Entry, _ frame: Frame) -> HTML {
        let isPast = (entry.lastDay ?? entry.day) < today
        return """
            <li><a class="entry\(" past", if: isPast)" href="\(frame.path("/calendar/\(entry.key)"))">\(leaf(entry.day))\
            <span><span class=name dir=auto>\(entry.title)</span><br><span class="quiet small" dir=auto>\(entry.words(today: today))</span></span>\
            \(entry.isFromScan ? Icon.camera.html("small") : nil)</a></li>
            """
    }
}

extension CalendarPage.Entry {
    /// "in 11 days, 14:00–17:00, School hall"
    fileprivate func words(today: Day) -> String {
        let span = time.map { start in endTime.map { "\(start)–\($0)" } ?? "\(start)" }
        let until = lastDay.map { "until \($0.short)" }
        return [day.relative(to: today), span, until, place].compactMap { $0 }.joined(separator: ", ")
    }
}
