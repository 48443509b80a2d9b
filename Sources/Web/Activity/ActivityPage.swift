import Household

/// What happened lately to gifts and their books, as far as this viewer may know, each with the way back.
struct ActivityPage: Sendable {
    struct Line: Sendable {
        var key: String
        var icon: Icon
        /// "Ben bought Wool scarf, for Granny"
        var words: String
        var amount: Money?
        /// "today, 14:05"
        var when: String
        /// What became of it, or until when it can be undone.
        var state: String?
        /// The words on its button; nil where there is no way back.
        var action: String?
    }

    /// Nil for the whole household.
    var occasion: (key: String, name: String)?
    var lines: [Line]
    /// The cursor of earlier lines; nil where there are none.
    var earlier: String?
    var problem: String?

    func html(in frame: Frame) -> HTML {
        Page(
            title: "What happened", tab: .gifts, back: (rest: occasion.map { "/gifts?occasion=\($0.key)" } ?? "/gifts", label: occasion?.name ?? "Gifts"),
            main: """
                \(problem.flatMap { problemBanner(Entries(problem: $0)) })\(scope(frame))\(list(frame))
                """
        ).html(in: frame)
    }

    private func scope(_ frame: Frame) -> HTML? {
        occasion.map { occasion in
            """
            <p class=quiet>\(occasion.name) only. <a href="\(frame.path("/activity"))">Everything, and what was deleted</a></p>
            """
        }
    }

    private func list(_ frame: Frame) -> HTML {
        guard !lines.isEmpty else {
            return EmptyState(drawing: .quiet, title: "Nothing yet", words: "What is bought, corrected or deleted stands here, and can be undone for \(UndoWindow.days) days.").html
        }
        let next = earlier.map { cursor in
            "<p><a class=\"button wide\" href=\"\(frame.path("/activity?\(occasion.map { "occasion=\($0.key)&" } ?? "")before=\(cursor)"))\">Earlier</a></p>" as HTML
        }
        return "<ul class=snug>\(lines.map { item($0, frame) })</ul>\(next)"
    }

    private func item(_ line: Line, _ frame: Frame) -> HTML {
        let rest = "/activity/\(line.key)/undo"
        let button = line.action.map { action in
            frame.form(rest, class: nil, """
                \(occasion.map { "<input type=hidden name=occasion value=\"\($0.key)\">" as HTML })\
                <button class="button chip" aria-label="\(action): \(line.words)">\(action)</button>
                """)
        }
        return """
            <li class="card notice" id="line-\(line.key)">\(line.icon.html())<p><span dir=auto>\(line.words)</span>\(line.amount.map { ", \($0)" as HTML })\
            <br><span class="quiet small">\(line.when)\(line.state.map { " · \($0)" })</span></p>\(button)</li>
            """
    }
}
