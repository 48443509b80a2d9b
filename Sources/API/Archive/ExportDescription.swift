import HTTPServer

extension Description {
    static let export = Description(
        tag: "Export",
        components: [
            "HouseholdCopy": .object(
                .always("format", .word([HouseholdCopy.format])), .always("version", Schema.integer(1...1).describing("Another one where members change or go.")),
                .always("household", .component("Household")), .always("recipients", .list(of: .component("CopiedRecipient"))),
                .always("categories", .list(of: .component("CopiedCategory"))),
                .always("occasions", .list(of: .component("CopiedOccasion"))),
                .always("events", Schema.list(of: .component("Event")).describing("What repeats is there once.")),
                .always("scans", Schema.list(of: .component("Scan")).describing("The caller's own.")),
                .always("notices", Schema.list(of: .component("Notice")).describing("The caller's own, newest first.")),
                .always("complete", Schema.boolean.describing("The last member: a file without it is torn."))),
            "CopiedRecipient": .object(
                .always("id", .id), .always("name", .text), .always("members", .list(of: .id)),
                .always("secret", Schema.boolean.describing("Whether it is the caller, from whom its presents are kept.")), .always("notes", Schema.text.orNull)),
            "CopiedCategory": .object(
                .always("id", .id), .always("name", .text), .always("limit", Schema.component("Money").orNull), .always("entries", .list(of: .component("Entry")))),
            "CopiedOccasion": .object(
                .always("occasion", .component("Occasion")), .always("recipients", .list(of: .component("RecipientBudget"))),
                .always("categories", .list(of: .component("GiftCategory"))), .always("gifts", .list(of: .component("Gift"))),
                .always("contributions", .list(of: .component("Contribution"))), .always("settlement", .list(of: .component("Transfer"))),
                .always("ledger", .list(of: .component("LedgerEntry")))),
        ],
        operations: [
            Operation(
                "exportHousehold", "GET", household + "/export",
                "All of the household that the caller may see, as one file: ids as they are, money in minor units, days as days",
                .json("The file, sent as it is made: each part is of its own moment.", .component("HouseholdCopy"))),
        ])
}
