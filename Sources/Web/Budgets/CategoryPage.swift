import Household

/// One category: what was spent in a month, line by line.
struct CategoryPage: Sendable {
    struct Line: Sendable {
        var key: String
        var amount: Money
        var day: Day
        var note: String?
        var payer: String
        var isTakenBack = false
    }

    var key: String
    var version: Int
    var month: MonthChoice
    var sum: CategorySum
    /// The latest first.
    var lines: [Line]
    var mayPlan: Bool
    var form: EntryForm
    var changes = Entries.empty
    var removal = Entries.empty

    private var rest: String { "/budget/\(key)" }

    func html(in frame: Frame) -> HTML {
        Page(
            title: sum.name, tab: .gifts, back: (rest: "/budget\(month.isCurrent ? "" : "?month=\(month.shown)")", label: "Household budget"),
            main: """
                \(month.html(rest, in: frame))<div class="two side"><div class=stack>\(summary)\(list(frame))</div>\
                <div class=snug><section class=card><h2>What was spent?</h2>\(form.html("\(rest)/entries", in: frame))</section>\(mayPlan ? plan(frame) : nil)</div></div>
                """
        ).html(in: frame)
    }

    private var summary: HTML {
        let tally = sum.tally
        return """
            <section class=card><div class=line><h2>\(tally.spent) spent</h2>\(tally.limit.map { "<span class=quiet>of \($0)</span>" as HTML })</div>\
            \(sum.ribbon(large: true))<p>\(sum.words)\(tally.isOver ? ". Raise its limit, or spend less elsewhere." : nil)</p></section>
            """
    }

    private func list(_ frame: Frame) -> HTML {
        guard !lines.isEmpty else {
            return EmptyState(drawing: .quiet, title: "Nothing in \(month.name)", words: "What anybody enters shows here, for the whole household.").html
        }
        return "<section class=card aria-label=Entries><ul class=list>\(lines.map { line($0, frame) })</ul></section>"
    }

    private func line(_ line: Line, _ frame: Frame) -> HTML {
        let isBack = line.amount.minor < 0
        let name = line.note ?? (isBack ? "Money back" : "Spent")
        let undo = frame.form("\(rest)/entries/\(line.key)/removal", class: nil, """
            <input type=hidden name=month value="\(month.shown.description)"><button class="button plain" aria-label="Take back: \(name), \(line.amount.formatted())">Take back</button>
            """)
        return """
            <li class="row\(" bought", if: line.isTakenBack)"><span class=grow><span class=name dir=auto>\(name)</span><br>\
            <span class="quiet small">\(line.day.short), \(line.payer)\(line.isTakenBack ? ", taken back" : "")</span></span>\
            <span\(" class=good", if: isBack)>\(line.amount)</span>\(line.isTakenBack ? nil : undo)</li>
            """
    }

    private func plan(_ frame: Frame) -> HTML {
        let change = frame.form(rest, """
            \(problemBanner(changes))<input type=hidden name=version value="\(version)"><input type=hidden name=month value="\(form.month)">\
            \(Field("name", "Name", value: sum.name, limit: 80).html(changes, scope: "change"))\
            \(Field("limit", "Limit for each month", .amount(symbol: sum.tally.spent.currency.symbol), hint: "Leave it empty for no limit. 0 allows nothing.", value: sum.tally.limit?.plain, required: false).html(changes, scope: "change"))\
            <button class="button wide">Save</button>
            """)
        let archive = frame.form("\(rest)/removal", """
            <input type=hidden name=month value="\(form.month)"><p class=quiet>It goes out of everybody's sight, with what was entered in it.</p>\
            \(sureBox(removal, id: "archive-sure", "Archive \(sum.name)"))<button class="button danger wide">Archive it</button>
            """)
        return """
            \(disclosure("Name and limit", open: changes.hasErrors, icon: .receipt, change))\(disclosure("Archive this category", open: removal.hasErrors, archive))
            """
    }
}

/// A box to tick before something goes for good, with what is said where it was left empty. The field is "sure".
func sureBox(_ entries: Entries, id: String, _ label: String) -> HTML {
    let error = entries.errors["sure"]
    return """
        <div class=field><label class=option for="\(id)"><input type=checkbox id="\(id)" name=sure value=yes required\(" aria-invalid=true", if: error != nil)\
        \(attribute: "aria-describedby", error.map { _ in "\(id)-error" })>\(label)</label>\
        \(error.map { "<p class=wrong id=\"\(id)-error\">\(Icon.warning.html("small"))This \($0)</p>" as HTML })</div>
        """
}
