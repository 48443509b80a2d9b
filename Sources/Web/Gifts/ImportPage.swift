import Household

/// Where a list that a family kept in a spreadsheet comes in.
struct ImportPage: Sendable {
    var key: String
    var occasion: String
    var entries = Entries.empty

    func html(in frame: Frame) -> HTML {
        Page(
            title: "Bring in a list", tab: .gifts, back: (rest: "/gifts?occasion=\(key)", label: occasion),
            main: """
                <section class=card><p>Copy the table from your spreadsheet and paste it, or choose its CSV file. You will see what comes of it first.</p>\
                \(frame.form("/occasions/\(key)/import", multipart: true, fields))</section>\
                <section class=card><h2>What the table needs</h2><p>A first line that names the columns: <b>For</b> and <b>Gift</b>, and if you like \
                <b>Price</b>, <b>Paid</b>, <b>Status</b>, <b>Link</b> and <b>Notes</b>.</p>\
                <table><tr><th scope=col>For</th><th scope=col>Gift</th><th scope=col>Price</th></tr>\
                <tr><td>Tom</td><td>Football</td><td>25.00</td></tr><tr><td>Grandma</td><td>Slippers</td><td>39.90</td></tr></table></section>
                """
        ).html(in: frame)
    }

    private var fields: HTML {
        """
        \(problemBanner(entries))\(Field("sheet", "The table", .area, required: false, limit: SeparatedText.largestBytes).html(entries, scope: "import"))\
        \(file)\(marks)\(mainButton("See what comes of it"))
        """
    }

    private var file: HTML {
        let error = entries.errors["file"].map { "<p class=wrong id=import-file-error>\(Icon.warning.html("small"))This \($0)</p>" as HTML }
        return """
            <div class=field><label for=import-file>Or its file <span class=hint>if you like</span></label>\
            <input type=file id=import-file name=file accept=".csv,text/csv,text/plain"\(" aria-describedby=import-file-error aria-invalid=true", if: error != nil)>\(error)</div>
            """
    }

    /// Asked only where the amounts cannot say it themselves.
    private var marks: HTML? {
        guard entries.errors["mark"] != nil else { return nil }
        let choices = [Field.Choice("comma", "A comma: 1.000 is a thousand"), Field.Choice("point", "A point: 1.50 is one and a half")]
        return Field("mark", "What is before the cents?", .choice(choices)).html(entries, scope: "import")
    }
}

/// What would come of a table, line by line, before anything is kept.
struct ImportPreviewPage: Sendable {
    var key: String
    var occasion: String
    var sheet: String
    /// As a person said it.
    var mark: DecimalMark?
    var taken: GiftImport

    func html(in frame: Frame) -> HTML {
        Page(
            title: "What comes of it", tab: .gifts, back: (rest: "/occasions/\(key)/import", label: "Bring in a list"),
            main: """
                <section class=card><div class=line><h2>\(count(taken.added.count, "gift")) for \(occasion)</h2>\(leftOut)</div>\
                <p class=quiet>\(markWords)</p>\(taken.added.isEmpty ? nil : confirm(frame))</section>\
                <section class=card aria-label="Line by line"><ul class=list>\(taken.lines.map(line))</ul></section>
                """
        ).html(in: frame)
    }

    private func count(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }

    private var leftOut: HTML? {
        let number = taken.lines.count - taken.added.count
        return number == 0 ? nil : "<span class=quiet>\(count(number, "line")) left out</span>"
    }

    private var markWords: String {
        switch taken.mark {
        case .comma?: "Amounts are read with a comma before the cents."
        case .point?: "Amounts are read with a point before the cents."
        case nil: "No amount has cents."
        }
    }

    private func confirm(_ frame: Frame) -> HTML {
        frame.form("/occasions/\(key)/import", multipart: true, """
            <input type=hidden name=sheet value="\(sheet)">\(mark.map { #"<input type=hidden name=mark value="\#($0.rawValue)">"# as HTML })\
            <input type=hidden name=take value=yes>\(mainButton("Add \(count(taken.added.count, "gift"))"))
            """)
    }

    private func line(_ line: GiftImport.Line) -> HTML {
        let row = line.row
        return """
            <li class=row><span><span class=name dir=auto>\(row.name.isEmpty ? "Line \(row.line)" : row.name)</span><br>\
            <span class="quiet small" dir=auto>\(facts(row))</span>\(outcome(line.outcome))</span></li>
            """
    }

    /// "for Tom, about €12.50, paid €10.00"
    private func facts(_ row: GiftSheet.Row) -> String {
        func words(_ minor: Int?, _ verb: String) -> String? {
            minor.map { "\(verb) \(Money(minor: $0, currency: taken.currency).formatted(whole: false))" }
        }
        let recipient = row.recipient.isEmpty ? nil : "for \(row.recipient)"
        return [recipient, words(row.estimate, "about"), words(row.paid, "paid")].compactMap(\.self).joined(separator: ", ")
    }

    private func outcome(_ outcome: GiftImport.Outcome) -> HTML? {
        switch outcome {
        case .added(newRecipient: true): "<br><span class=\"good small\">New on the list of people</span>"
        case .added(newRecipient: false): nil
        case .known: "<br><span class=\"quiet small\">Left out: this line was brought in before.</span>"
        case .alike: "<br><span class=\"quiet small\">Left out: a gift of this name is there already.</span>"
        case .refused(let problems): "<br>\(problems.sorted { $0.key.rawValue < $1.key.rawValue }.map(problem))"
        }
    }

    private func problem(_ column: GiftSheet.Column, _ words: String) -> HTML {
        "<span class=wrong>\(Icon.warning.html("small"))\(label(column)) \(words).</span>"
    }

    private func label(_ column: GiftSheet.Column) -> String {
        switch column {
        case .recipient: "For"
        case .name: "Gift"
        case .estimate: "Price"
        case .paid: "Paid"
        case .status: "Status"
        case .url: "Link"
        case .notes: "Notes"
        }
    }
}
