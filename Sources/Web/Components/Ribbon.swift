import Household

/// How far a budget is used, as far as the viewer may see.
struct Budget: Sendable {
    /// Nil is no limit; 0 allows nothing.
    var limit: Money?
    /// The sum of what is planned, ordered or bought: paid amounts where known, estimates otherwise.
    var planned: Money
    /// What has been paid.
    var spent: Money

    /// What is left of the limit once everything planned is bought; negative when over; nil without a limit.
    var left: Money? { limit.map { Money(minor: $0.minor - planned.minor, currency: $0.currency) } }

    var isOver: Bool { (left?.minor ?? 0) < 0 }

    /// "€12 over", "€37.51 left", "€20 planned".
    var words: HTML {
        guard let left else { return "<span class=quiet>\(planned) planned</span>" }
        if isOver { return "<span class=over>\(Money(minor: -left.minor, currency: left.currency)) over</span>" }
        return "<span class=quiet>\(left) left</span>"
    }

    /// The bar with the cut end. What it shows is also said in words beside it, so it is hidden from
    /// readers' software.
    func ribbon(large: Bool = false) -> HTML {
        guard let limit else { return HTML() }
        // Within the limit the track ends before the edge; over it the ribbon runs to the edge, past the mark.
        let whole = isOver ? Double(planned.minor) : Double(max(limit.minor, 1)) / 0.94
        let (spentEnd, plannedEnd) = (percent(spent.minor, of: whole), percent(planned.minor, of: whole))
        let limitEnd = percent(limit.minor, of: whole)
        let height = large ? 22 : 14
        return """
            <svg class="ribbon\(" large", if: large)\(" past", if: isOver)" aria-hidden=true>\
            <rect class=track width="\(limitEnd)%" height="100%"/>\
            <rect class=planned width="\(plannedEnd)%" height="100%"/><rect class=spent width="\(spentEnd)%" height="100%"/>\
            \(planned.minor > 0 ? cut(at: plannedEnd, height) : nil)\
            \(isOver ? mark(at: limitEnd, height) : nil)</svg>
            """
    }

    /// What the two shades of a ribbon mean, with the amounts.
    var key: HTML {
        """
        <p class="key\(" past", if: isOver)"><span><i></i>\(spent) spent</span><span class=planned><i></i>\
        \(Money(minor: max(0, planned.minor - spent.minor), currency: planned.currency)) still to pay</span></p>
        """
    }

    private func cut(at end: String, _ height: Int) -> HTML {
        #"<svg x="\#(end)%" width=1 height=1><path class=cut d="M.5-.5v\#(height + 1)L-\#(height / 2) \#(height / 2)z"/></svg>"#
    }

    private func mark(at end: String, _ height: Int) -> HTML {
        #"<svg x="\#(end)%" width=1 height=1><path class=mark d="M-1.5-5h3v\#(height + 10)h-3z"/></svg>"#
    }

    /// One decimal, 0 to 100, without floating-point noise in the markup.
    private func percent(_ minor: Int, of whole: Double) -> String {
        let tenths = whole > 0 ? Int((Double(max(0, minor)) / whole * 1000).rounded()) : 0
        let bounded = min(1000, tenths)
        return bounded.isMultiple(of: 10) ? "\(bounded / 10)" : "\(bounded / 10).\(bounded % 10)"
    }
}
