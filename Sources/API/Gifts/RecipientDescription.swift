extension Description {
    static let recipients = Description(
        tag: "Recipients",
        components: [
            "Recipient": .object(
                .always("id", .id), .always("name", .text), .always("member", Schema.id.orNull.describing("The member that the recipient is.")),
                .always("secret", .boolean.describing("Whether the caller is the recipient, and figures are kept from them.")),
                .always("notes", Schema.text.orNull.describing("Null in lists.")),
                .always("occasions", .list(of: .object([.always("occasion", .id)] + tally.map(\.maybe))).describing("The budget for each occasion."))),
            "RecipientBudget": .object([.always("recipient", .id)] + tally.map(\.maybe))
                .describing("Without figures where the caller is the recipient."),
        ],
        operations: [
            Operation(
                "addRecipient", "POST", household + "/recipients", "Add somebody to give to",
                body: .json([.always("name", .text(1...200)), .optional("member", .id), .optional("notes", .text(1...10_000))]),
                .made(.component("Recipient")), faults: [.conflict("too-many-recipients", "The household has too many.")], isRepeatable: true),
            Operation(
                "listRecipients", "GET", household + "/recipients", "Everybody there is to give to",
                .json("All of them.", .page(of: .component("Recipient")))),
            Operation(
                "showRecipient", "GET", recipient, "A recipient with limits and totals for each occasion",
                .json("The recipient.", .component("Recipient"), tagged: true)),
            Operation(
                "changeRecipient", "PATCH", recipient, "Change a recipient",
                body: .json([.optional("name", .text(1...200)), .optional("member", .id), .optional("notes", .text(1...10_000))]),
                .json("The recipient.", .component("Recipient"), tagged: true), faults: [.forbidden], isConditional: true),
            Operation("deleteRecipient", "DELETE", recipient, "Remove a recipient", .done, faults: [.forbidden]),
        ])

    private static let recipient = household + "/recipients/:recipient"
}
