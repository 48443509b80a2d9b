import Household

/// What an occasion is, how its money goes against a steady pace, what to save, and its next season.
struct OccasionPage: Sendable {
    struct Category: Sendable {
        var key: String
        var name: String
        var tally: Tally
    }

    var key: String
    var name: String
    var day: Day
    var daysLeft: Int
    var today: Day
    var rule: DayRule?
    var revealDay: Day?
    var version: Int
    var tally: Tally
    /// Of the seasons to come.
    var nextDays: [Day]
    /// Deletes it, and says when surprises come out.
    var isOrganiser: Bool
    var chart: PaceChart?
    /// Nil without a limit, and once it is over.
    var pace: Pace?
    var saving: SavingCard?
    var categories: [Category]
    var changes = Entries.empty
    var limits = Entries.empty
    var copy = Entries.empty
    var removal = Entries.empty

    private var rest: String { "/occasions/\(key)" }

    func html(in frame: Frame) -> HTML {
        Page(
            title: name, tab: .gifts, back: (rest: "/gifts?occasion=\(key)", label: "Gifts for \(name)"),
            main: """
                <div class="two side"><div class=stack>\(summary)\(forecast)\(chart?.html)\(saving?.html)</div>\
                <div class=snug><section class=card><h2>Day and budget</h2>\(settings(frame))</section>\(categoryLimits(frame))\(nextSeason(frame))\
                \(isOrganiser ? disclosure("Delete this occasion", open: removal.hasErrors, deletion(frame)) : nil)</div></div>
                """
        ).html(in: frame)
    }

    private var summary: HTML {
        let later = nextDays.map(\.spelledOut)
        return """
            <section class=card><div class=line><h2>\(day.spelledOut)</h2><span class=quiet>\(day.relative(to: today))</span></div>\
            \(tally.limit == nil ? nil : "\(tally.ribbon(large: true))\(tally.key)<p>\(tally.words)</p>" as HTML)\(tally.waitingWords)\
            <p class=quiet>\(revealDay.map { "Surprises come out on \($0.spelledOut)." } ?? "Surprises stay secret until whoever gives them lets them out.")</p>\
            \(later.isEmpty ? nil : "<p class=\"quiet small\">After that: \(later.joined(separator: ", "))</p>")</section>
            """
    }

    /// Spent so far against what a steady pace would be at, and where it leads.
    private var forecast: HTML? {
        guard let pace, tally.spent.minor > 0 else { return nil }
        let ahead = pace.ahead(spent: tally.spent, by: today)
        let apart = Money(minor: abs(ahead.minor), currency: ahead.currency)
        let now: HTML = switch ahead.minor {
        case 0: "Exactly at a steady pace."
        case ..<0: "<b class=good>\(apart) less</b> spent than at a steady pace, which would be at \(pace.expected(by: today))."
        default: "<b class=over>\(apart) more</b> spent than at a steady pace, which would be at \(pace.expected(by: today))."
        }
        let end: HTML? = pace.forecast(spent: tally.spent, by: today).map { forecast in
            let over = forecast.minor - pace.limit.minor
            return "<p>If it goes on so, it comes to \(forecast) by \(day.short)\(over > 0 ? ", \(Money(minor: over, currency: forecast.currency)) over" as HTML : nil).</p>"
        }
        return "<section class=card><h2>How it goes</h2><p>\(now)</p>\(end)<p class=\"quiet small\">Of what you can see.</p></section>"
    }

    private func settings(_ frame: Frame) -> HTML {
        let reveal = Field(
            "reveal", "When surprises come out", .date, hint: "From that day on nothing about it is secret any more. Empty: never by itself.",
            value: revealDay?.description, required: false)
        return frame.form(rest, """
            \(problemBanner(changes))<input type=hidden name=version value="\(version)">\(Field("name", "Name", value: name, limit: 80).html(changes, scope: "occasion"))\
            \(Field("day", "When is it?", .date, hint: "Left empty, it is the next day of the choice below.", value: day.description, required: false).html(changes, scope: "occasion"))\
            \(Field("rule", "A day that comes every year", .choice(RuleChoice.offered(present: rule)), value: rule?.description ?? "").html(changes, scope: "occasion"))\
            \(Field("limit", "Budget", .amount(symbol: tally.spent.currency.symbol), hint: "Leave it empty for no limit. 0 allows nothing.", value: tally.limit?.plain, required: false).html(changes, scope: "occasion"))\
            \(isOrganiser ? reveal.html(changes, scope: "occasion") : nil)\(mainButton("Save"))
            """)
    }

    private func categoryLimits(_ frame: Frame) -> HTML {
        guard !categories.isEmpty else {
            return disclosure("Limits by category", icon: .receipt, """
                <p class=quiet>There are no categories yet.</p><p><a href="\(frame.path("/budget"))">Add one to the household budget</a></p>
                """)
        }
        let fields = categories.map { category in
            Field(
                "category-\(category.key)", category.name, .amount(symbol: category.tally.spent.currency.symbol),
                hint: category.tally.gifts == 0 ? nil : "\(category.tally.planned.formatted()) planned, \(category.tally.spent.formatted()) spent\(category.tally.isOver ? ": over" : "")",
                value: category.tally.limit?.plain, required: false
            ).html(limits, scope: "limits")
        }
        return disclosure("Limits by category", open: limits.hasErrors, icon: .receipt, frame.form("\(rest)/categories", """
            \(problemBanner(limits))<p class=quiet>For gifts of each category. Leave one empty for no limit.</p>\(fields)<button class="button wide">Save the limits</button>
            """))
    }

    private func nextSeason(_ frame: Frame) -> HTML {
        disclosure("Copy to the next season", open: copy.hasErrors, icon: .calendar, frame.form("\(rest)/copies", """
            \(problemBanner(copy))\(frame.once.field)<p class=quiet>Its limits come along, and everybody's who is on the list.</p>\
            \(Field("name", "Name", value: name, required: false, limit: 80).html(copy, scope: "copy"))\
            \(Field("day", "When?", .date, hint: nextDays.first.map { "Empty: \($0.spelledOut)." } ?? "Empty: the same date, the next time it comes.", required: false).html(copy, scope: "copy"))\
            <label class=option for=copy-ideas><input type=checkbox id=copy-ideas name=ideas value=yes checked>Gifts that are still ideas come along</label>\
            <button class="button wide">Plan the next season</button>
            """))
    }

    private func deletion(_ frame: Frame) -> HTML {
        frame.form("\(rest)/removal", """
            <p class=quiet>It goes out of everybody's sight with its gifts and its books.</p>\(sureBox(removal, id: "delete-sure", "Delete \(name)"))\
            <button class="button danger wide">Delete it</button>
            """)
    }
}
