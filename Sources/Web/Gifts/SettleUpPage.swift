import Household

/// Who gives whom how much, with a tick for what was paid, and what it follows from.
struct SettleUpPage: Sendable {
    struct Transfer: Sendable {
        var fromKey: String
        var toKey: String
        var from: Face
        var to: Face
        var amount: Money
        /// The part of the settlement it belongs to, as the form sends it.
        var secretKeys = ""
        /// Names of those who know nothing of the gifts behind it.
        var secretFrom: [String] = []
        var mayTick = true
    }

    struct Person: Sendable {
        var face: Face
        var paid: Money
        /// What they bear in the end.
        var borne: Money
        /// What they get; negative: what they give.
        var open: Money
    }

    struct Shared: Sendable {
        var key: String
        var recipientKey: String
        var name: String
        var recipient: String
        var paid: [(name: String, amount: Money)]
        var shares: [(name: String, amount: Money)]
        /// A recipient of its own takes part in it, so that it is in no settlement while it is a secret.
        var isLeftOut = false
    }

    struct PaidBack: Sendable {
        var key: String
        var from: String
        var to: String
        var amount: Money
        var day: Day
        var enteredBy: String
        var mayTakeBack = true
    }

    var occasionKey: String
    var occasionName: String
    var transfers: [Transfer]
    var people: [Person]
    var gifts: [Shared]
    var repayments: [PaidBack]
    var entries = Entries.empty

    private var path: String { "/occasions/\(occasionKey)/settlement" }

    func html(in frame: Frame) -> HTML {
        Page(
            title: "Settle up for \(occasionName)", tab: .gifts, back: (rest: "/gifts?occasion=\(occasionKey)", label: occasionName), main: main(frame)
        ).html(in: frame)
    }

    private func main(_ frame: Frame) -> HTML {
        guard !gifts.isEmpty || !repayments.isEmpty || !transfers.isEmpty else {
            return EmptyState(
                drawing: .quiet, title: "Nothing is shared yet",
                words: "Where several chip in for a gift, this page says who gives whom how much. Open a gift and choose “Share the cost”."
            ).html
        }
        return """
            \(refusal)<div class="two side"><div class=stack>\(open(frame))\(history(frame))</div><div class=stack>\(balances)\(shared(frame))</div></div>
            """
    }

    private var refusal: HTML? {
        entries.errors["amount"].map { NoticeCard(tone: .warn, icon: .warning, lead: "That was not entered.", words: "The amount \($0)").html }
            .map { "<ul role=alert>\($0)</ul>" }
    }

    private func open(_ frame: Frame) -> HTML {
        guard !transfers.isEmpty else {
            return "<section class=card><h2>All square</h2><p class=\"good row start\">\(Icon.done.html("small"))Nobody owes anybody anything.</p></section>"
        }
        let times = count(transfers.count, "payment makes", "payments make")
        return """
            <section class=card><h2>To pay back</h2><p class=quiet>\(times) it even. This is what you can see; gifts for you are never part of it.</p>\
            <ul class=list>\(transfers.enumerated().map { row($0, $1, frame) })</ul></section>
            """
    }

    private func row(_ index: Int, _ transfer: Transfer, _ frame: Frame) -> HTML {
        let words = "\(transfer.from.name) gives \(transfer.to.name) \(transfer.amount.formatted())"
        return """
            <li class=transfer>\(transfer.from.tag(.small))<p><span><b dir=auto>\(transfer.from.name)</b> gives <b dir=auto>\(transfer.to.name)</b></span>\
            \(secrecy(transfer))</p><b class=sum>\(transfer.amount)</b>\(transfer.mayTick ? tick(index, transfer, words, frame) : nil)</li>
            """
    }

    private func secrecy(_ transfer: Transfer) -> HTML? {
        guard !transfer.secretFrom.isEmpty else { return nil }
        return "<br><span class=\"quiet small\">A secret from \(transfer.secretFrom.joined(separator: " and "))</span>"
    }

    private func tick(_ index: Int, _ transfer: Transfer, _ words: String, _ frame: Frame) -> HTML {
        let which: HTML = """
            \(frame.once.field)<input type=hidden name=from value="\(transfer.fromKey)"><input type=hidden name=to value="\(transfer.toKey)">\
            <input type=hidden name=secret value="\(transfer.secretKeys)">
            """
        let whole = frame.form(path, class: nil, """
            \(which)<input type=hidden name=amount value="\(transfer.amount.plain)"><button class="button wide" aria-label="Mark as paid: \(words)">Mark as paid</button>
            """)
        let part = frame.form(path, """
            \(which)\(Field("amount", "How much was it?", .amount(symbol: transfer.amount.currency.symbol)).html(scope: "part-\(index)"))\
            <button class="button wide">Enter it</button>
            """)
        return "<div class=tools>\(whole)\(disclosure("Another amount", class: nil, part))</div>"
    }

    private var balances: HTML? {
        guard !people.isEmpty else { return nil }
        return "<section class=card><h2>Who paid what</h2><ul class=list>\(people.map(person))</ul></section>"
    }

    private func person(_ person: Person) -> HTML {
        let owed = Money(minor: abs(person.open.minor), currency: person.open.currency)
        let state: HTML = switch person.open.minor {
        case 0: "<span class=quiet>even</span>"
        case ..<0: "<span class=over>gives \(owed)</span>"
        default: "<span class=good>gets \(owed)</span>"
        }
        return """
            <li class="row">\(person.face.tag(.small))<span class=grow><span class=name dir=auto>\(person.face.name)</span><br>\
            <span class="quiet small">paid \(person.paid), bears \(person.borne)</span></span>\(state)</li>
            """
    }

    private func shared(_ frame: Frame) -> HTML? {
        guard !gifts.isEmpty else { return nil }
        return "<section class=card><h2>Shared gifts</h2><ul class=list>\(gifts.map { gift($0, frame) })</ul></section>"
    }

    private func gift(_ gift: Shared, _ frame: Frame) -> HTML {
        let paid: HTML = gift.paid.isEmpty ? "Not bought yet" : "Paid: \(SharedGift.list(gift.paid))"
        let shares: HTML = gift.paid.isEmpty ? "shared by \(gift.shares.map(\.name).joined(separator: ", "))" : "shares: \(SharedGift.list(gift.shares))"
        return """
            <li><a class="row" href="\(frame.path("/gifts/\(gift.recipientKey)?occasion=\(occasionKey)#gift-\(gift.key)"))"><span><span class=name dir=auto>\(gift.name)</span>\
            <span class=quiet> for \(gift.recipient)</span><br><span class="quiet small">\(paid); \(shares)\
            \(gift.isLeftOut ? ". Left out while it is a secret: somebody it is for takes part" : nil)</span></span></a></li>
            """
    }

    private func history(_ frame: Frame) -> HTML? {
        guard !repayments.isEmpty else { return nil }
        return "<section class=card><h2>Paid back</h2><ul class=list>\(repayments.map { paidBack($0, frame) })</ul></section>"
    }

    private func paidBack(_ repayment: PaidBack, _ frame: Frame) -> HTML {
        let words = "\(repayment.from) gave \(repayment.to) \(repayment.amount.formatted())"
        return """
            <li class=row><span>\(repayment.from) gave \(repayment.to) <b>\(repayment.amount)</b><br>\
            <span class="quiet small">\(repayment.day.short), entered by \(repayment.enteredBy)</span></span>\
            \(repayment.mayTakeBack ? frame.button("Take it back", "\(path)/\(repayment.key)", confirming: "Take back: \(words)") : nil)</li>
            """
    }
}
