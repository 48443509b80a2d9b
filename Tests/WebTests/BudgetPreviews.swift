import Household

@testable import Web

/// The budget of the household, in its states.
extension Previews {
    static func tally(_ limit: Int?, _ spent: Int) -> Tally { Tally(limit: limit.map(euro), planned: euro(spent), spent: euro(spent), gifts: 0, bought: 0) }

    static var budget: [(name: String, html: HTML)] {
        let month = MonthChoice(shown: Month(today), current: Month(today))
        let sums = [
            CategorySum(key: "c1", name: "Groceries", tally: tally(45_000, 39_850)), CategorySum(key: "c2", name: "Eating out", tally: tally(10_000, 11_240)),
            CategorySum(key: "c3", name: hostile.name, tally: tally(nil, 2500)), CategorySum(key: "c4", name: "School", tally: tally(5000, 5000)),
            CategorySum(key: "c5", name: "A very long name for what is spent on the house, the garden and everything that breaks in them", tally: tally(0, 0)),
        ]
        let payers = [Field.Choice("m1", "Anna"), Field.Choice("m2", "Tom")]
        let entry = EntryForm(today: today, currency: currency, month: "", categories: sums.map { .init($0.key, $0.name) }, payers: payers, me: "m1")
        var refused = entry, single = entry
        refused.entries = Entries(values: ["amount": "1.000", "back": "yes"], errors: ["amount": "could be 1000 or 1.000: type it without the mark"])
        single.categories = nil
        func page(_ sums: [CategorySum], mayPlan: Bool = true, _ form: EntryForm) -> BudgetPage {
            BudgetPage(month: month, currency: currency, categories: sums, mayPlan: mayPlan, form: form)
        }
        let category = CategoryPage(
            key: "c2", version: 3, month: MonthChoice(shown: Month(day("2026-10-31")), current: Month(today)), sum: sums[1],
            lines: [
                .init(key: "e1", amount: euro(8140), day: day("2026-10-28"), note: "Pizza for everybody who helped with the move, and ice cream", payer: "Anna"),
                .init(key: "e2", amount: euro(-900), day: day("2026-10-20"), payer: "Tom"),
                .init(key: "e3", amount: euro(4000), day: day("2026-10-11"), note: hostile.name, payer: "Tom", isTakenBack: true),
            ], mayPlan: true, form: single)
        var empty = category, removal = category
        empty.lines = []
        empty.sum = sums[4]
        removal.removal = Entries(errors: ["sure": "is needed: tick it to say that you mean it"])
        return [
            ("budget", page(sums, entry).html(in: frame)), ("budget-refused", page(sums, refused).html(in: quietFrame)),
            ("budget-first-run", page([], entry).html(in: quietFrame)), ("budget-child", page([], mayPlan: false, entry).html(in: quietFrame)),
            ("category", category.html(in: quietFrame)), ("category-empty", empty.html(in: told)), ("category-archive", removal.html(in: quietFrame)),
        ]
    }
}
