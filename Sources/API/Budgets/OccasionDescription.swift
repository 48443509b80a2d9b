extension Description {
    static let occasions = Description(
        tag: "Occasions",
        components: [
            "Occasion": .object([
                .always("id", .id), .always("name", .text), .always("day", .day), .always("rule", rule.orNull),
                .always("nextDays", .list(of: .day).describing("Of the seasons after this one.")),
                .always("caution", Schema.text.orNull.describing("Why the day may move, where it may.")), .always("revealDay", .day.orNull),
                .always("daysLeft", .integer().describing("Until the day; negative after it.")), .always("thresholds", thresholds.orNull),
            ] + tally),
        ],
        operations: [
            Operation(
                "addOccasion", "POST", household + "/occasions", "Plan an occasion",
                body: .json([
                    .always("name", .text(1...200)), .optional("day", .day.describing("Or a rule; with both, the rule must fall on the day.")),
                    .optional("rule", rule), .optional("revealDay", .day), .optional("limit", .component("Amount")),
                    .optional("thresholds", thresholds),
                ]),
                .made(.component("Occasion")), faults: [.conflict("too-many-occasions", "The household has too many.")], isRepeatable: true),
            Operation(
                "listOccasions", "GET", household + "/occasions", "The occasions with their budgets, as the caller may see them",
                .json("All of them.", .page(of: .component("Occasion")))),
            Operation("showOccasion", "GET", occasion, "An occasion with its budget", .json("The occasion.", .component("Occasion"), tagged: true)),
            Operation(
                "changeOccasion", "PATCH", occasion, "Change an occasion or its limit",
                body: .json([
                    .optional("name", .text(1...200)), .optional("day", .day), .optional("rule", rule), .optional("revealDay", .day),
                    .optional("limit", .component("Amount")), .optional("thresholds", thresholds),
                ]),
                .json("The occasion.", .component("Occasion"), tagged: true), faults: [.forbidden, .overtaken], isConditional: true),
            Operation("deleteOccasion", "DELETE", occasion, "Delete an occasion", .done),
            Operation(
                "setRecipientLimit", "PUT", occasion + "/limits/:recipient", "Set or lift one recipient's limit",
                body: .json([.always("limit", Schema.component("Amount").orNull)]), .json("Their part of the budget.", .component("RecipientBudget")),
                faults: [.forbidden]),
        ])

    static let occasion = household + "/occasions/:occasion"

    static let rule = Schema.text.describing(
        "How the day is found each year: easter, easter:orthodox, thanksgiving:US, mothers-day:GB, fathers-day:DE, hanukkah, eid-al-fitr, "
            + "eid-al-adha, diwali, lunar-new-year, fixed:12-25 or birthday:1956-02-29.")

    static let thresholds = Schema.list(of: .integer(1...100), atMost: 5)
        .describing("Per cent of a limit at which notices come; 100 when it is passed. Empty: none.")

    /// The figures of a budget, as the caller may see them.
    static let tally: [Schema.Property] = [
        .always("limit", Schema.component("Money").orNull), .always("planned", .component("Money")), .always("spent", .component("Money")),
        .always("left", Schema.component("Money").orNull), .always("gifts", .integer().describing("How many.")), .always("bought", .integer()),
        .always("waiting", .integer().describing("Purchases in another currency that wait for a rate; in no sum.")),
        .always("done", .boolean.describing("Whether every gift is bought.")),
    ]
}

extension Schema.Property {
    /// The same property, which may be missing.
    var maybe: Schema.Property { .sometimes(name, schema) }
}
