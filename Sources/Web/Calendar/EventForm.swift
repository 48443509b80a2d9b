/// The form of an event, new or changed, with or without a scan behind it.
struct EventForm: Sendable {
    /// Where it is sent, below the household's path.
    var rest = "/calendar"
    var submit = "Add to the calendar"
    var scanKey: String?
    /// The version that was opened, so that two editors don't overwrite each other.
    var version: String?
    var entries = Entries.empty
    var isMain = true

    func html(in frame: Frame) -> HTML {
        frame.form(rest, """
            \(problemBanner(entries))\(scanKey.map { #"<input type=hidden name=scan value="\#($0)">"# as HTML })\
            \(version.map { #"<input type=hidden name=version value="\#($0)">"# as HTML } ?? frame.once.field)\
            \(Field("title", "What is it?", limit: 200).html(entries, scope: "event"))\
            <div class=pair>\(Field("day", "Day", .date).html(entries, scope: "event"))\
            \(Field("time", "From", .time, required: false).html(entries, scope: "event"))\
            \(Field("endTime", "Until", .time, required: false).html(entries, scope: "event"))</div>\
            \(disclosure("Place, notes and last day", class: nil, open: hasMore, more))\
            \(isMain ? mainButton(submit) : "<button class=\"button wide\">\(submit)</button>")
            """)
    }

    private var more: HTML {
        """
        \(Field("location", "Where", required: false).html(entries, scope: "event"))\
        \(Field("endDay", "Last day", .date, hint: "For something of several days.", required: false).html(entries, scope: "event"))\
        \(Field("description", "Notes", .area, required: false, limit: 4000).html(entries, scope: "event"))
        """
    }

    private var hasMore: Bool {
        ["location", "endDay", "description"].contains { !(entries.values[$0] ?? "").isEmpty || entries.errors[$0] != nil }
    }
}
