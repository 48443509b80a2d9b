import Household

/// The month that a page is about, and the way to the others.
struct MonthChoice: Sendable {
    var shown: Month
    var current: Month

    private var earlier: Month { Month(shown.first.adding(days: -1)) }
    private var later: Month { Month(shown.last.adding(days: 1)) }

    var name: String { shown.first.monthAndYear }
    var isCurrent: Bool { shown == current }

    /// "October", or "December 2025" where the year is another: the three fit on a phone.
    private func label(_ month: Month) -> String {
        let whole = month.first.monthAndYear
        return month.year == shown.year ? whole.split(separator: " ").first.map(String.init) ?? whole : whole
    }

    /// - Parameter rest: the page, without a query.
    func html(_ rest: String, in frame: Frame) -> HTML {
        func link(_ month: Month) -> HTML {
            let query = month == current ? "" : "?month=\(month)"
            return #"<a class="button chip" href="\#(frame.path("\(rest)\(query)"))">\#(label(month))</a>"#
        }
        // A month ahead may have entries already; nothing is planned further on.
        let next = shown <= current ? link(later) : nil
        return """
            <nav class=chips aria-label=Months>\(link(earlier))<span class="button chip" aria-current=page>\(name)</span>\(next)</nav>
            """
    }
}

/// A category with its sums of one month.
struct CategorySum: Sendable {
    var key: String
    var name: String
    var tally: Tally

    var words: HTML {
        guard let left = tally.left else { return "<span class=quiet>no limit</span>" }
        if tally.limit?.minor == 0, left.minor == 0 { return "<span class=quiet>nothing allowed</span>" }
        return left.minor == 0 ? "<span class=good>exactly spent</span>" : tally.words
    }

    /// Of nothing that may be spent and nothing that is, there is nothing to draw.
    func ribbon(large: Bool = false) -> HTML? { tally.limit?.minor == 0 && tally.spent.minor <= 0 ? nil : tally.ribbon(large: large) }

    func card(_ month: MonthChoice, in frame: Frame) -> HTML {
        let query = month.isCurrent ? "" : "?month=\(month.shown)"
        return """
            <a class=card href="\(frame.path("/budget/\(key)\(query)"))"><div class=line><h3 class=name dir=auto>\(name)</h3>\(words)</div>\
            \(ribbon())<p class="quiet small">\(tally.spent) spent\(tally.limit.map { " of \($0)" as HTML })</p></a>
            """
    }
}

/// What a household spends in a month, by category.
struct BudgetPage: Sendable {
    var month: MonthChoice
    var currency: Currency
    var categories: [CategorySum]
    /// Children enter what they spend; grown-ups say what may be.
    var mayPlan: Bool
    var form: EntryForm
    var newCategory = Entries.empty

    func html(in frame: Frame) -> HTML {
        Page(title: "Household budget", tab: .gifts, back: (rest: "/gifts", label: "Gifts"), main: main(frame)).html(in: frame)
    }

    private func main(_ frame: Frame) -> HTML {
        guard !categories.isEmpty else {
            let empty = EmptyState(
                drawing: .shelf, title: "What does a month cost?",
                words: mayPlan ? "Groceries, the car, fun: name one, with a limit if you like." : "Ask a grown-up to add what you spend money on.")
            return "\(empty.html)\(mayPlan ? "<section class=card><h2>The first category</h2>\(categoryForm(frame, wide: true))</section>" : nil)"
        }
        return """
            \(month.html("/budget", in: frame))<div class="two side"><div class=stack>\(summary)\
            <section class=snug aria-label=Categories>\(categories.map { $0.card(month, in: frame) })</section></div>\
            <div class=snug><section class=card id=enter><h2>What was spent?</h2>\(form.html("/budget/entries", in: frame))</section>\
            \(mayPlan ? disclosure("Add a category", open: newCategory.hasErrors, icon: .plus, categoryForm(frame, wide: false)) : nil)</div></div>
            """
    }

    /// All categories together, as far as they have the currency of the household.
    private var summary: HTML {
        let own = categories.map(\.tally).filter { $0.spent.currency == currency }
        let spent = Money(minor: own.reduce(0) { $0 + $1.spent.minor }, currency: currency)
        let limited = own.compactMap(\.limit)
        let over = categories.filter { $0.tally.isOver }.map(\.name)
        return """
            <section class=card><h2>\(spent) spent in \(month.name)</h2>\
            \(limited.isEmpty ? nil : "<p class=quiet>The limits add up to \(Money(minor: limited.reduce(0) { $0 + $1.minor }, currency: currency)).</p>")\
            \(over.isEmpty ? nil : "<p class=check>\(Icon.warning.html("small"))Over its limit: \(over.joined(separator: ", "))</p>")</section>
            """
    }

    private func categoryForm(_ frame: Frame, wide: Bool) -> HTML {
        frame.form("/budget", """
            \(problemBanner(newCategory))\(frame.once.field)\(Field("name", "Name", hint: "Groceries, for example.", limit: 80).html(newCategory, scope: "category"))\
            \(Field("limit", "Limit for each month", .amount(symbol: currency.symbol), hint: "Leave it empty for no limit. 0 allows nothing.", required: false).html(newCategory, scope: "category"))\
            \(wide ? mainButton("Add it") : "<button class=\"button wide\">Add it</button>")
            """)
    }
}
