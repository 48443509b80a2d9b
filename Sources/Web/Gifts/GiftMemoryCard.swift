import Household

/// What somebody got in earlier years, with a bar for what each year cost.
struct GiftMemoryCard: Sendable {
    /// Names shown of one year.
    private static let listed = 12

    private let gifts: [PastGift]

    init(_ gifts: [PastGift]) { self.gifts = gifts }

    var html: HTML? {
        let given = gifts.filter { $0.direction == .given }
        guard !given.isEmpty else { return nil }
        let years = Dictionary(grouping: given) { $0.day.year }.sorted { $0.key > $1.key }
        let most = years.map { spent($0.value)?.minor ?? 0 }.max() ?? 0
        return disclosure("Given before", icon: .clock, "<ul class=list>\(years.map { year($0.key, $0.value, most) })</ul>")
    }

    /// Points out the latest gift that is much the same; one that came from the recipient first.
    static func likeness(of name: String, in memory: [PastGift]) -> String? {
        let wanted = GiftLikeness(name)
        let alike = memory.filter { GiftLikeness($0.name).isLike(wanted) }
        if let received = alike.first(where: { $0.direction == .received }) {
            return "You got something like this from them in \(received.day.year): \(received.name)"
        }
        return alike.first.map { "Something like this in \($0.day.year): \($0.name)" }
    }

    private func spent(_ gifts: [PastGift]) -> Money? {
        let paid = gifts.compactMap(\.paid)
        // Sums of one currency only: another one is no amount of this.
        guard let currency = paid.first?.currency, paid.allSatisfy({ $0.currency == currency }) else { return nil }
        return Money(minor: paid.reduce(0) { $0 + $1.minor }, currency: currency)
    }

    private func year(_ year: Int, _ gifts: [PastGift], _ most: Int) -> HTML {
        let total = spent(gifts)
        let names = gifts.prefix(Self.listed).map(\.name).joined(separator: ", ")
        let share = total.map { most > 0 ? max(2, 100 * $0.minor / most) : 0 } ?? 0
        return """
            <li><div class=line><b>\(year)</b>\(total.map { "<span>\($0)</span>" as HTML })</div>\
            \(share > 0 ? "<svg class=year aria-hidden=true><rect width=\"\(share)%\" height=\"100%\" rx=3 /></svg>" : nil)\
            <p class="quiet small" dir=auto>\(names)\(gifts.count > Self.listed ? " and \(gifts.count - Self.listed) more" : "")</p></li>
            """
    }
}
