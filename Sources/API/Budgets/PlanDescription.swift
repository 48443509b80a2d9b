extension Description {
    static let plans = Description(
        tag: "Plans",
        components: [
            "Thresholds": .object(.always("household", thresholds), .always("mine", thresholds.orNull.describing("Null: the other lists hold.")))
        ],
        operations: [
            Operation(
                "listHolidays", "GET", household + "/holidays", "Days to plan an occasion on",
                query: [.init(name: "country", schema: .text, words: "Adds the days of one country, by its ISO 3166 code.")],
                .json("All of them.", .page(of: .object(
                    .always("name", .text), .always("rule", rule), .always("next", Schema.day.orNull.describing("Today or later.")),
                    .always("approximate", .boolean.describing("Whether the day may move by one.")), .always("caution", .text.orNull)))),
                faults: [.invalid]),
            Operation(
                "showSavings", "GET", household + "/savings", "What to put aside each month for the occasions that come",
                .json("The goals and the months.", .object(
                    .always("goals", .list(of: .object(
                        .always("occasion", .id), .always("name", .text), .always("day", .day), .always("decided", .day),
                        .always("goal", .component("Money")), .always("monthly", .component("Money").describing("For the month of today.")),
                        .always("saved", .component("Money").describing("What should lie aside by today."))))),
                    .always("months", .list(of: .object(
                        .always("month", month), .always("amount", .component("Money")))))))),
            Operation(
                "showPace", "GET", occasion + "/pace", "What is spent against a steady pace, as the caller may see it",
                .json("The figures of today; null without a limit.", .object(
                    .always("start", .day), .always("day", .day), .always("today", .day), .always("limit", Schema.component("Money").orNull),
                    .always("planned", .component("Money")), .always("spent", .component("Money")),
                    .always("expected", Schema.component("Money").orNull.describing("Spent by now at a steady pace.")),
                    .always("ahead", Schema.component("Money").orNull.describing("Spent less expected.")),
                    .always("forecast", Schema.component("Money").orNull.describing("Spent by the day if it goes on so; null on the first."))))),
            Operation(
                "copyOccasion", "POST", occasion + "/copies", "Plan the next season of an occasion with its limits",
                body: .json([
                    .optional("name", .text(1...200)), .optional("day", .day.describing("Else the next one of its rule, or the same date a year on.")),
                    .optional("ideas", .boolean.describing("Whether gifts that are still ideas come along.")),
                ]),
                .made(.component("Occasion")), faults: [.conflict("too-many-occasions", "The household has too many.")], isRepeatable: true),
            Operation(
                "showThresholds", "GET", household + "/thresholds", "When notices of budgets come", .json("The lists.", .component("Thresholds"))),
            Operation(
                "changeThresholds", "PATCH", household + "/thresholds", "Change when notices of budgets come",
                body: .json([.sometimes("household", thresholds), .optional("mine", thresholds)]),
                .json("The lists.", .component("Thresholds")), faults: [.forbidden]),
        ])
}
