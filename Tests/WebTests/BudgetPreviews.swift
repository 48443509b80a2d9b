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

    static var occasions: [(name: String, html: HTML)] {
        let todayChart = PaceChart(
            limit: euro(80000), start: day("2026-11-01"), end: christmas.day, today: today,
            spending: [(day("2026-11-07"), euro(1800)), (day("2026-11-28"), euro(55_450))].map { PaceChart.Point(day: $0.0, total: $0.1) })
        let whole = Tally(limit: euro(80_000), planned: euro(74_000), spent: euro(55_450), gifts: 9, bought: 6)
        let full = OccasionPage(
            key: "o1", name: "Christmas", day: christmas.day, daysLeft: 25, today: today, rule: DayRule("fixed:12-25"), revealDay: day("2026-12-26"), version: 2, tally: whole,
            nextDays: [day("2027-12-25"), day("2028-12-25")], isOrganiser: true, chart: todayChart,
            pace: Pace(limit: euro(80_000), start: day("2026-11-01"), end: christmas.day),
            saving: SavingCard(SavingPlan(goal: euro(80_000), decided: day("2026-09-14"), due: christmas.day), spent: euro(55_450), today: today, isLimit: true),
            categories: [
                .init(key: "c1", name: "Toys", tally: Tally(limit: euro(9000), planned: euro(9900), spent: euro(9900), gifts: 2, bought: 2)),
                .init(key: "c2", name: hostile.name, tally: tally(nil, 0)),
            ])
        var limits = full, refused = full, empty = full
        limits.limits = Entries(values: ["category-c1": "1.000"], errors: ["category-c1": "could be 1000 or 1.000: type it without the mark"])
        limits.removal = Entries(errors: ["sure": "is needed: tick it to say that you mean it"])
        limits.copy = Entries(problem: "The household has too many occasions. Delete an old one first.")
        refused.changes = Entries(values: ["name": hostile.name, "rule": "easter", "day": "2026-12-25"], errors: ["day": "is another day than the one chosen below"])
        empty = OccasionPage(
            key: "o2", name: "A birthday", day: day("2026-12-01"), daysLeft: 1, today: today, version: 1, tally: Tally(limit: nil, planned: euro(0), spent: euro(0), gifts: 0, bought: 0),
            nextDays: [], isOrganiser: false, categories: [])
        var steps = giftRows
        for (index, status) in [GiftStatus.wrapped, .ordered, .given, .idea].enumerated() { steps[index].steps = GiftSteps(status: status, isInBooks: index == 0) }
        steps[0].logistics = LogisticsForm(
            logistics: GiftLogistics(hidingPlace: "Attic, behind the suitcases", returnBy: day("2026-12-05"), orderNumber: "A-1192", trackingNumber: nil), today: today,
            entries: Entries(errors: ["place": "has more than 200 characters"]))
        steps[0].shared = SharedGift(paid: [("Ben", euro(3450))], shares: [("Ben", euro(1725)), ("Tom", euro(1725))], uncovered: euro(0), debts: [])
        return [
            ("occasion", full.html(in: frame)), ("occasion-limits", limits.html(in: quietFrame)), ("occasion-refused", refused.html(in: quietFrame)),
            ("occasion-empty", empty.html(in: quietFrame)),
            ("person-steps", person(steps, tally: Tally(limit: euro(12000), planned: euro(8249), spent: euro(5250), gifts: 4, bought: 2)).html(in: quietFrame)),
        ]
    }
}
