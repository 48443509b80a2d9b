extension Description {
    static let occasions = Description(
        tag: "Occasions",
        components: [
            "Occasion": .object([
                .always("id", .id), .always("name", .text), .always("day", .day), .always("revealDay", .day.orNull),
                .always("daysLeft", .integer().describing("Until the day; negative after it.")),
            ] + tally)
        ],
        operations: [
            Operation(
                "addOccasion", "POST", household + "/occasions", "Plan an occasion",
                body: .json([
                    .always("name", .text(1...200)), .always("day", .day), .optional("revealDay", .day), .optional("limit", .component("Amount")),
                ]),
                .made(.component("Occasion")), faults: [.conflict("too-many-occasions", "The household has too many.")], isRepeatable: true),
            Operation(
                "listOccasions", "GET", household + "/occasions", "The occasions with their budgets, as the caller may see them",
                .json("All of them.", .page(of: .component("Occasion")))),
            Operation("showOccasion", "GET", occasion, "An occasion with its budget", .json("The occasion.", .component("Occasion"), tagged: true)),
            Operation(
                "changeOccasion", "PATCH", occasion, "Change an occasion or its limit",
                body: .json([
                    .optional("name", .text(1...200)), .optional("day", .day), .optional("revealDay", .day),
                    .optional("limit", .component("Amount")),
                ]),
                .json("The occasion.", .component("Occasion"), tagged: true), faults: [.overtaken], isConditional: true),
            Operation("deleteOccasion", "DELETE", occasion, "Delete an occasion", .done),
            Operation(
                "setRecipientLimit", "PUT", occasion + "/limits/:recipient", "Set or lift one recipient's limit",
                body: .json([.always("limit", Schema.component("Amount").orNull)]), .json("Their part of the budget.", .component("RecipientBudget")),
                faults: [.forbidden]),
        ])

    static let occasion = household + "/occasions/:occasion"

    /// The figures of a budget, as the caller may see them.
    static let tally: [Schema.Property] = [
        .always("limit", Schema.component("Money").orNull), .always("planned", .component("Money")), .always("spent", .component("Money")),
        .always("left", Schema.component("Money").orNull), .always("gifts", .integer().describing("How many.")), .always("bought", .integer()),
        .always("done", .boolean.describing("Whether every gift is bought.")),
    ]
}

extension Schema.Property {
    /// The same property, which may be missing.
    var maybe: Schema.Property { .sometimes(name, schema) }
}
