import Household
import HTTPServer
import Store

struct CategoryAnswer: JSONValue {
    private let view: CategoryView

    init(_ view: CategoryView) { self.view = view }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", view.category.id)
            $0.field("name", view.category.name)
            $0.field("month", view.month.description)
            $0.field("limit", view.limit)
            $0.field("spent", view.spent)
            $0.field("left", view.left)
        }
    }
}

/// The figures of one category's gifts, as the viewer may see them.
struct GiftCategoryAnswer: JSONValue {
    let view: GiftCategoryView

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("category", view.category.id)
            $0.field("name", view.category.name)
            view.tally.writeFields(to: &$0)
        }
    }
}

struct EntryAnswer: JSONValue {
    let entry: BudgetEntry

    func write(to json: inout JSONWriter) {
        json.object {
            $0.field("id", entry.id)
            $0.field("amount", entry.amount)
            $0.field("day", entry.day)
            $0.field("note", entry.note)
            $0.field("paidBy", entry.paidBy)
            $0.field("takesBack", entry.takesBack)
            $0.field("entered", Moment(entry.entered))
        }
    }
}
