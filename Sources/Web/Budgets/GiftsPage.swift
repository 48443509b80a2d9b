import Household

/// The whole budget of an occasion by person.
struct GiftsPage: Sendable {
    struct Occasion: Sendable {
        var key: String
        var countdown: OccasionCountdown
        var tally: Tally
        /// Something is hidden from this viewer, so totals are labelled as theirs.
        var isPartial: Bool
        var people: [RecipientCard]
        /// When it is told of; nil where the household's wish holds.
        var thresholds: [Int]? = nil
    }

    /// Another occasion to switch to.
    struct Other: Sendable {
        var key: String
        var name: String
    }

    /// Someone who could be given to: of the household, and not on the list yet.
    struct Candidate: Sendable {
        var memberKey: String
        var name: String
    }

    var currency: Currency
    var occasion: Occasion?
    var others: [Other] = []
    var candidates: [Candidate] = []
    var newPerson = Entries.empty
    var newOccasion = Entries.empty
    var limits = Entries.empty

    func html(in frame: Frame) -> HTML {
        Page(title: occasion.map { "Gifts for \($0.countdown.name)" } ?? "Gifts", tab: .gifts, main: main(frame)).html(in: frame)
    }

    private func main(_ frame: Frame) -> HTML {
        guard let occasion else {
            return """
                \(EmptyState(drawing: .shelf, title: "What are you giving for?", words: "Christmas, Eid, a birthday: name it, and say when it is.").html)\
                <section class=card><h2>A new occasion</h2>\(occasionForm(frame, wide: true))</section>\
                <ul class=links><li><a href="\(frame.path("/budget"))">Household budget</a></li>\
                <li><a href="\(frame.path("/activity"))">What happened, and what was deleted</a></li></ul>
                """
        }
        return """
            \(summary(occasion))\(occasion.people.isEmpty ? nobody : "<section class=\"two\" aria-label=People>\(occasion.people.map { $0.html(in: frame) })</section>")\
            <div class=two>\(disclosure("Add a person", open: occasion.people.isEmpty || newPerson.hasErrors, id: "add-person", icon: .plus, personForm(occasion, frame)))\
            <div class=snug>\(disclosure("Set the budgets", open: limits.hasErrors, id: "budgets", icon: .receipt, limitForm(occasion, frame)))\
            \(disclosure("Another occasion", open: newOccasion.hasErrors, id: "occasions", icon: .calendar, othersList(frame)))\
            <ul class=links><li><a href="\(frame.path("/occasions/\(occasion.key)"))">Its day, pace and savings, and next season</a></li>\
            <li><a href="\(frame.path("/occasions/\(occasion.key)/settlement"))">Settle up</a></li>\
            <li><a href="\(frame.path("/budget"))">Household budget</a></li>\
            <li><a href="\(frame.path("/occasions/\(occasion.key)/import"))">Bring in a list from a spreadsheet</a></li>\
            <li><a href="\(frame.path("/activity?occasion=\(occasion.key)"))">What happened, and undo</a></li></ul></div></div>
            """
    }

    private func summary(_ occasion: Occasion) -> HTML {
        let tally = occasion.tally
        return """
            <section class=card><div class=line><h2>\(tally.limit.map { "\(tally.planned) planned of \($0)" as HTML } ?? "\(tally.planned) planned")</h2>\
            \(tally.limit == nil ? nil : tally.words)</div>\(tally.ribbon(large: true))\(tally.key)\(tally.waitingWords)\
            <p class="quiet small">\(occasion.countdown.day.spelledOut)\(occasion.countdown.days > 1 ? ", in \(occasion.countdown.days) days" : "").\
            \(occasion.isPartial ? " This is what you can see; gifts for you are never part of it." : "")</p></section>
            """
    }

    private var nobody: HTML {
        EmptyState(drawing: .tag, title: "Who are you giving to this year?", words: "Start with one name. The budget can come later.").html
    }

    private func personForm(_ occasion: Occasion, _ frame: Frame) -> HTML {
        let choices = [Field.Choice("", "Someone without an account")] + candidates.map { Field.Choice($0.memberKey, $0.name) }
        return frame.form("/gifts", """
            \(problemBanner(newPerson))\(frame.once.field)<input type=hidden name=occasion value="\(occasion.key)">\
            \(Field("name", "Name", required: candidates.isEmpty, limit: 80).html(newPerson, scope: "person"))\
            \(candidates.isEmpty ? nil : Field("member", "Or someone of the household", .choice(choices), hint: "They will never see what is planned for them.", required: false).html(newPerson, scope: "person"))\
            \(candidates.count < 2 ? nil : Field("partner", "And, for a couple", .choice([Field.Choice("", "Nobody else")] + candidates.map { Field.Choice($0.memberKey, $0.name) }), required: false).html(newPerson, scope: "person"))\
            \(Field("limit", "Budget", .amount(symbol: currency.symbol), hint: "Leave it empty for no limit.", required: false).html(newPerson, scope: "person"))\
            \(mainButton("Add"))
            """)
    }

    private func limitForm(_ occasion: Occasion, _ frame: Frame) -> HTML {
        let people = occasion.people.filter { !$0.isViewer }.map { person in
            Field(
                "limit-\(person.key)", person.face.name, .amount(symbol: currency.symbol), value: person.tally.limit?.plain, required: false
            ).html(limits, scope: "limits")
        }
        let told = Field(
            "at", "Tell everybody of these budgets",
            .choice(ThresholdChoice.offered(present: occasion.thresholds, inherited: "As the household does")),
            hint: "Unless somebody wants it otherwise.", value: ThresholdChoice(occasion.thresholds).text)
        return frame.form("/occasions/\(occasion.key)/limits", """
            \(problemBanner(limits))<p class=quiet>Leave one empty for no limit. 0 allows nothing.</p>\
            \(Field("limit", "Everything together", .amount(symbol: currency.symbol), value: occasion.tally.limit?.plain, required: false).html(limits, scope: "limits"))\
            \(people)\(told.html(limits, scope: "limits"))<button class="button wide">Save the budgets</button>
            """)
    }

    private func othersList(_ frame: Frame) -> HTML {
        """
        \(others.isEmpty ? nil : "<ul class=list>\(others.map { other($0, frame) })</ul>")<h3>A new occasion</h3>\(occasionForm(frame, wide: false))
        """
    }

    private func other(_ other: Other, _ frame: Frame) -> HTML {
        #"<li><a class=row href="\#(frame.path("/gifts?occasion=\(other.key)"))"><span class=name>\#(other.name)</span></a></li>"#
    }

    private func occasionForm(_ frame: Frame, wide: Bool) -> HTML {
        frame.form("/occasions", """
            \(problemBanner(newOccasion))\(frame.once.field)\(Field("name", "What is it?", hint: "Christmas, for example.", limit: 80).html(newOccasion, scope: "occasion"))\
            <div class=pair>\(Field("day", "When is it?", .date, hint: "Or choose a day below.", required: false).html(newOccasion, scope: "occasion"))\
            \(Field("limit", "Budget", .amount(symbol: currency.symbol), required: false).html(newOccasion, scope: "occasion"))</div>\
            \(Field("rule", "A day that comes every year", .choice(RuleChoice.everywhere), required: false).html(newOccasion, scope: "occasion"))\
            \(wide ? mainButton("Start planning") : "<button class=\"button wide\">Start planning</button>")
            """)
    }
}
