extension Description {
    static let categories = Description(
        tag: "Categories",
        components: [
            "Category": .object(
                .always("id", .id), .always("name", .text), .always("month", month), .always("limit", Schema.component("Money").orNull),
                .always("spent", .component("Money")), .always("left", Schema.component("Money").orNull)),
            "GiftCategory": .object([.always("category", .id), .always("name", .text)] + tally),
            "Entry": .object(
                .always("id", .id), .always("amount", .component("Money")), .always("day", .day), .always("note", Schema.text.orNull),
                .always("paidBy", .id), .always("takesBack", Schema.id.orNull.describing("The entry that this one takes back.")),
                .always("entered", .moment)),
        ],
        operations: [
            Operation(
                "addCategory", "POST", household + "/categories", "Add something that money is spent on each month",
                body: .json([.always("name", .text(1...80)), .optional("limit", .component("Amount"))]),
                .made(.component("Category")),
                faults: [
                    .forbidden, .conflict("too-many-categories", "The household has too many."), .conflict("category-exists", "The name is taken."),
                ], isRepeatable: true),
            Operation(
                "listCategories", "GET", household + "/categories", "The household's budget beyond presents, in one month", query: [inMonth],
                .json("All of them.", .page(of: .component("Category"))), faults: [.invalid]),
            Operation(
                "showCategory", "GET", category, "A category in one month", query: [inMonth],
                .json("The category.", .component("Category"), tagged: true), faults: [.invalid]),
            Operation(
                "changeCategory", "PATCH", category, "Rename a category or change its limit",
                body: .json([.optional("name", .text(1...80)), .optional("limit", .component("Amount"))]),
                .json("The category.", .component("Category"), tagged: true),
                faults: [.forbidden, .overtaken, .conflict("category-exists", "The name is taken.")], isConditional: true),
            Operation("deleteCategory", "DELETE", category, "Delete a category", .done, faults: [.forbidden]),
            Operation(
                "listGiftCategories", "GET", occasion + "/categories", "The gifts by category, as the caller may see them",
                .json("Every category there is.", .page(of: .component("GiftCategory")))),
            Operation(
                "setGiftCategoryLimit", "PUT", occasion + "/categories/:category", "Set or lift what a category's gifts may cost",
                body: .json([.always("limit", Schema.component("Amount").orNull)]), .json("The category's part.", .component("GiftCategory"))),
            Operation(
                "addEntry", "POST", category + "/entries", "Enter what was spent, or came back",
                body: .json([
                    .always("amount", .component("Money").describing("Negative for money that came back.")),
                    .optional("day", .day.describing("Else today.")), .optional("note", .text(1...300)), .optional("paidBy", .id),
                ]),
                .made(.component("Entry")), faults: [.conflict("too-many-entries", "The month has too many.")], isRepeatable: true),
            Operation(
                "listEntries", "GET", category + "/entries", "What was spent in one month", query: [inMonth],
                .json("All of them, oldest first.", .page(of: .component("Entry"))), faults: [.invalid]),
            Operation(
                "takeEntryBack", "DELETE", category + "/entries/:entry", "Take an entry back, by one of the opposite amount", .done,
                faults: [.forbidden, .conflict("too-many-entries", "The month has too many.")]),
        ])

    static let month = Schema.text.describing("Such as 2026-12.")
    private static let category = household + "/categories/:category"
    private static let inMonth = Operation.Parameter(name: "month", schema: month, words: "Else the one that it is.")
}
