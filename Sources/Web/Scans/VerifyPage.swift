/// What was read, beside what it was read from. Nothing is kept before someone says so.
struct VerifyPage: Sendable {
    struct Draft: Sendable {
        enum State: Sendable {
            case open
            case added(eventKey: String)
            case dropped
        }

        /// Its place among the drafts, as it is in paths.
        var number: Int
        /// What heads it when there are several.
        var title: String
        var state: State = .open
        var fields: [ScannedField]
        /// The moment spelled out, as it would be saved; nil while there is no date.
        var spelledOut: String?
        var entries = Entries.empty
    }

    var key: String
    var photo: Photo
    var drafts: [Draft]

    func html(in frame: Frame) -> HTML {
        Page(
            title: "Check what we read", tab: .scan, back: (rest: "/scan", label: "Scan"),
            main: """
                <div class="two photo">\(photo.marked(drafts.flatMap(\.fields), in: frame))<div class=stack>\
                \(drafts.count > 1 ? "<p>There are <b>\(drafts.count) dates</b> on this page. Keep or drop each.</p>" : nil)\
                \(drafts.map { card($0, frame) })\(frame.button("Throw the photo away", "/scan/\(key)/removal", class: "button plain"))</div></div>
                """
        ).html(in: frame)
    }

    private func card(_ draft: Draft, _ frame: Frame) -> HTML {
        switch draft.state {
        case .added(let eventKey):
            return "<ul>\(NoticeCard(tone: .good, icon: .done, lead: draft.title, words: "is in the calendar.", link: frame.path("/calendar/\(eventKey)")).html)</ul>"
        case .dropped:
            return """
                <section class="card row"><p class=quiet>\(draft.title): left out</p>\
                \(frame.button("Keep it after all", "/scan/\(key)/drafts/\(draft.number)/return", class: "button chip"))</section>
                """
        case .open:
            return open(draft, frame)
        }
    }

    private func open(_ draft: Draft, _ frame: Frame) -> HTML {
        let scope = "draft\(draft.number)"
        let unsure = draft.fields.count { $0.isUnsure }
        return """
            <section class=card>\(drafts.count > 1 ? "<h2 dir=auto>\(draft.title)</h2>" : nil)\
            \(unsure > 0 ? "<p class=check>\(Icon.warning.html("small"))\(count(unsure, "field", "fields")) to look at</p>" : nil)\
            \(frame.form("/scan/\(key)/drafts/\(draft.number)", """
                \(problemBanner(draft.entries))\(draft.fields.map { $0.html(draft.entries, scope: scope, photo: photo, in: frame) })\
                \(draft.spelledOut.map { "<p class=quiet>\($0)</p>" as HTML })\(mainButton("Add to the calendar"))
                """))\
            \(drafts.count > 1 ? frame.button("Leave this one out", "/scan/\(key)/drafts/\(draft.number)/removal", class: "button wide") : nil)</section>
            """
    }
}

/// What was read from a receipt, and which gift it pays for.
struct ReceiptPage: Sendable {
    struct Line: Sendable {
        var name: String
        /// As money, ready to show.
        var amount: String
    }

    var key: String
    var photo: Photo
    var fields: [ScannedField]
    var lines: [Line]
    /// "The lines add up to €41.20, but the total says €42.10."
    var warnings: [String]
    /// Gifts not bought yet, as choices.
    var gifts: [Field.Choice]
    var entries = Entries.empty

    func html(in frame: Frame) -> HTML {
        Page(
            title: "Check the receipt", tab: .scan, back: (rest: "/scan", label: "Scan"),
            main: """
                <div class="two photo">\(photo.marked(fields, in: frame))<div class=stack>\
                \(warnings.isEmpty ? nil : "<ul class=snug>\(warnings.map { NoticeCard(tone: .warn, icon: .warning, lead: $0).html })</ul>")\
                <section class=card>\(frame.form("/scan/\(key)/receipt", """
                    \(problemBanner(entries))\(fields.map { $0.html(entries, scope: "receipt", photo: photo, in: frame) })\
                    \(gifts.isEmpty ? nil : Field("gift", "Which gift is it?", .choice(gifts), hint: "The total is entered as what was paid for it.").html(entries, scope: "receipt"))\
                    \(gifts.isEmpty ? "<p class=quiet>Plan a gift first, then the total can be entered for it.</p>" : mainButton("Mark as bought"))
                    """))</section>\
                \(lines.isEmpty ? nil : "<section class=card><h2>On the receipt</h2><ul class=list>\(lines.map(row))</ul></section>")\
                \(frame.button("Throw the photo away", "/scan/\(key)/removal", class: "button plain"))</div></div>
                """
        ).html(in: frame)
    }

    private func row(_ line: Line) -> HTML {
        "<li class=line><span dir=auto>\(line.name)</span><span class=money>\(line.amount)</span></li>"
    }
}
