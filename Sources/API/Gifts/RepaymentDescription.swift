extension Description {
    static let repayments = Description(
        tag: "Contributions",
        components: [
            "Repayment": .object(
                .always("id", .id), .always("from", .id), .always("to", .id), .always("amount", .component("Money")), .always("day", .day.orNull),
                .always("enteredBy", .id), .always("entered", .moment),
                .always("secretFrom", Schema.list(of: .id).describing("Members from whom the gifts behind it are kept.")))
        ],
        operations: [
            Operation(
                "repay", "POST", occasion + "/repayments", "Enter what one paid back to another, up to what the settlement asks of the one for the other",
                body: .json([
                    .always("from", .id), .always("to", .id), .always("amount", .component("Amount")), .optional("day", .day),
                    .optional("secretFrom", Schema.list(of: .id).describing("As the transfer of the settlement has it; nobody where it is left out.")),
                ]),
                .made(.component("Repayment")), faults: [.forbidden], isRepeatable: true),
            Operation(
                "listRepayments", "GET", occasion + "/repayments", "What was paid back, oldest first",
                .json("All that the caller may know of.", .page(of: .component("Repayment")))),
            Operation(
                "withdrawRepayment", "DELETE", occasion + "/repayments/:repayment", "Take a repayment back: what was owed is owed again", .done,
                faults: [.forbidden]),
        ])
}
