import Household

/// What the books say of a bought gift, and the forms that set it right.
struct GiftBooks: Sendable {
    /// The purchase that is corrected or refunded.
    var purchase: String
    /// The last that was entered for the gift when the forms were made: by it, a form sent twice is told from another.
    var latest: String
    /// What was paid, in the currency that it was paid in.
    var paid: Money?
    /// Whether it waits for a rate.
    var isWaiting: Bool
    /// What one unit was worth, where it was paid in another currency.
    var rate: String?

    func html(_ path: String, _ home: Currency, _ entries: Entries, scope: String, in frame: Frame) -> HTML {
        let scope = "books-\(scope)"
        return isWaiting ? rateForm(path, home, entries, scope, frame) : """
            \(disclosure("Correct it, or money came back", class: nil, open: entries.hasErrors, """
                \(correction(path, home, entries, scope, frame))\(refund(path, home, entries, scope, frame))
                """))
            """
    }

    private func hidden() -> HTML { "<input type=hidden name=entry value=\"\(purchase)\"><input type=hidden name=latest value=\"\(latest)\">" }

    private func rateForm(_ path: String, _ home: Currency, _ entries: Entries, _ scope: String, _ frame: Frame) -> HTML {
        frame.form("\(path)/rate", """
            \(problemBanner(entries))<p class=quiet>Paid in another currency. It counts once there is a rate.</p>\(hidden())\
            \(Field("rate", "One \(paid?.currency.code ?? "") in \(home.code)", hint: "The rate of the day, such as 0.1283.", limit: 32).html(entries, scope: scope))\
            <button class="button wide">Count it</button>
            """)
    }

    private func correction(_ path: String, _ home: Currency, _ entries: Entries, _ scope: String, _ frame: Frame) -> HTML {
        let currency = paid?.currency ?? home
        let rateField = currency == home ? nil : Field("rate", "One \(currency.code) in \(home.code)", value: rate, limit: 32).html(entries, scope: scope)
        return frame.form("\(path)/correction", """
            \(problemBanner(entries))\(hidden())<input type=hidden name=currency value="\(currency.code)">\
            \(Field("paid", "What it cost in truth", .amount(symbol: currency.symbol), value: paid?.plain).html(entries, scope: scope))\(rateField)\
            \(Field("reason", "Why?", hint: "A slip of the finger, for example.", limit: 500).html(entries, scope: scope))\
            <button class="button wide">Correct it</button>
            """)
    }

    private func refund(_ path: String, _ home: Currency, _ entries: Entries, _ scope: String, _ frame: Frame) -> HTML {
        frame.form("\(path)/refund", """
            \(hidden())\(Field("refunded", "What came back", .amount(symbol: home.symbol)).html(entries, scope: scope))\
            <button class="button wide">Enter the refund</button>
            """)
    }
}

extension Tally {
    /// "1 purchase waits for a rate"; nil where none does.
    var waitingWords: HTML? {
        switch waiting {
        case 0: nil
        case 1: "<p class=check>\(Icon.clock.html("small"))1 purchase waits for a rate, and is in no sum.</p>"
        default: "<p class=check>\(Icon.clock.html("small"))\(waiting) purchases wait for a rate, and are in no sum.</p>"
        }
    }
}
