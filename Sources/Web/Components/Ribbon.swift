import Household

extension Tally {
    /// What of the limit no gift is planned for; negative where more is planned than allowed.
    var unplanned: Money? {
        limit.map { Money(minor: $0.minor - max(planned.minor, spent.minor), currency: $0.currency) }
    }

    /// "€12 over", "€12 too much planned", "€37.51 left", "€20 planned".
    var words: HTML {
        guard let left, let unplanned else { return "<span class=quiet>\(planned) planned</span>" }
        if isOver { return "<span class=over>\(left.magnitude) over</span>" }
        if unplanned.minor < 0 { return "<span class=over>\(unplanned.magnitude) too much planned</span>" }
        return "<span class=quiet>\(left) left</span>"
    }

    /// The bar with the cut end. What it shows is also said in words beside it, so it is hidden from
    /// readers' software.
    func ribbon(large: Bool = false) -> HTML {
        guard let limit else { return HTML() }
        let (all, isPast) = (max(planned.minor, spent.minor), (unplanned?.minor ?? 0) < 0)
        // Within the limit the track ends before the edge; over it the ribbon runs to the edge, past the mark.
        let whole = isPast ? Double(all) : Double(max(limit.minor, 1)) / 0.94
        let (spentEnd, plannedEnd) = (percent(spent.minor, of: whole), percent(all, of: whole))
        let limitEnd = percent(limit.minor, of: whole)
        let height = large ? 22 : 14
        return """
            <svg class="ribbon\(" large", if: large)\(" past", if: isPast)" aria-hidden=true>\
            <rect class=track width="\(limitEnd)%" height="100%"/>\
            <rect class=planned width="\(plannedEnd)%" height="100%"/><rect class=spent width="\(spentEnd)%" height="100%"/>\
            \(all > 0 ? cut(at: plannedEnd, height) : nil)\
            \(isPast ? mark(at: limitEnd, height) : nil)</svg>
            """
    }

    /// What the two shades of a ribbon mean, with the amounts.
    var key: HTML {
        """
        <p class="key\(" past", if: (unplanned?.minor ?? 0) < 0)"><span><i></i>\(spent) spent</span><span class=planned><i></i>\
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

extension Money {
    fileprivate var magnitude: Money { Money(minor: abs(minor), currency: currency) }
}
