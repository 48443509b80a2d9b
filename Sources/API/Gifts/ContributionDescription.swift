extension Description {
    static let contributions = Description(
        tag: "Contributions",
        components: [
            "Contribution": .object(
                .always("id", .id), .always("gift", .id), .always("member", .id), .always("amount", Schema.component("Money").orNull),
                .always("weight", Schema.integer(1...1000).orNull),
                .always("share", Schema.component("Money").describing("What it comes to of what the gift cost so far."))),
            "Transfer": .object(
                .always("from", .id), .always("to", .id), .always("amount", .component("Money")),
                .always("secretFrom", Schema.list(of: .id).describing("Members from whom the gifts behind it are kept."))),
        ],
        operations: [
            Operation(
                "chipIn", "POST", gift + "/contributions", "Take part in paying for a gift: with an amount, or with a weight of what no amount covers",
                body: .json([
                    .optional("member", Schema.id.describing("The caller where it is left out.")), .optional("amount", .component("Amount")),
                    .optional("weight", Schema.integer(1...1000).describing("1 where neither is given.")),
                ]),
                .made(.component("Contribution")), faults: [.conflict("already-chipped-in", "The member takes part already.")], isRepeatable: true),
            Operation(
                "listContributions", "GET", gift + "/contributions", "Who bears what of a gift", .json("All of them.", .page(of: .component("Contribution")))),
            Operation(
                "withdrawContribution", "DELETE", gift + "/contributions/:contribution", "Take a part back; the others' shares grow", .done, faults: [.forbidden]),
            Operation(
                "showSettlement", "GET", occasion + "/settlement",
                "The fewest transfers that settle the gifts which several pay for, apart for each group of people that gifts are kept from",
                .json("All that the caller may know of.", .page(of: .component("Transfer")))),
        ])
}
