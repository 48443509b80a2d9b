extension Description {
    static let recipients = Description(
        tag: "Recipients",
        components: [
            "Recipient": .object(
                .always("id", .id), .always("name", .text), .always("member", Schema.id.orNull.describing("The member that the recipient is; of a couple the first.")),
                .always("members", Schema.list(of: .id).describing("The member that the recipient is, or of a couple both.")),
                .always("surprised", Schema.list(of: .id).describing("Members who want to be surprised as well.")),
                .always("secret", .boolean.describing("Whether figures are kept from the caller, who is the recipient or wants to be surprised.")),
                .always("notes", Schema.text.orNull.describing("Null in lists.")),
                .always("occasions", .list(of: .object([.always("occasion", .id)] + tally.map(\.maybe))).describing("The budget for each occasion."))),
            "RecipientBudget": .object([.always("recipient", .id)] + tally.map(\.maybe))
                .describing("Without figures where the caller is the recipient."),
        ],
        operations: [
            Operation(
                "addRecipient", "POST", household + "/recipients", "Add somebody to give to",
                body: .json([.always("name", .text(1...200)), .optional("member", .id), members, .optional("notes", .text(1...10_000))]),
                .made(.component("Recipient")), faults: [.conflict("too-many-recipients", "The household has too many.")], isRepeatable: true),
            Operation(
                "listRecipients", "GET", household + "/recipients", "Everybody there is to give to",
                .json("All of them.", .page(of: .component("Recipient")))),
            Operation(
                "showRecipient", "GET", recipient, "A recipient with limits and totals for each occasion",
                .json("The recipient.", .component("Recipient"), tagged: true)),
            Operation(
                "changeRecipient", "PATCH", recipient, "Change a recipient",
                body: .json([.optional("name", .text(1...200)), .optional("member", .id), members, .optional("notes", .text(1...10_000))]),
                .json("The recipient.", .component("Recipient"), tagged: true),
                faults: [.forbidden, .conflict("still-secret", "Somebody would be taken from it who may not see yet what is planned.")], isConditional: true),
            Operation("deleteRecipient", "DELETE", recipient, "Remove a recipient", .done, faults: [.forbidden]),
            Operation("beSurprised", "PUT", recipient + "/surprise", "Keep presents for a recipient from the caller too", .done),
            Operation(
                "beTold", "DELETE", recipient + "/surprise", "Take that back; who is the recipient cannot", .done, faults: [.forbidden]),
        ])

    private static let members = Schema.Property.optional("members", Schema.list(of: .id).describing("Instead of member, of a couple both."))
    private static let recipient = household + "/recipients/:recipient"
}
