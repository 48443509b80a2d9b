extension Description {
    static let ledger = Description(
        tag: "Ledger",
        components: [
            "LedgerEntry": .object(
                .always("id", .id), .always("gift", .id), .always("recipient", .id), .always("kind", .word(["purchase", "refund", "correction"])),
                .always("amount", Schema.component("Money").describing("Negative for money that came back.")), .always("paidBy", .id.describing("A member.")),
                .always("day", .day.orNull), .always("entered", .moment))
        ],
        operations: [
            Operation(
                "purchase", "POST", gift + "/purchase", "Buy the gift",
                body: .json([
                    .always("paid", .component("Amount")), .optional("paidBy", Schema.id.describing("A member; the caller where it is left out.")),
                    .optional("day", .day), .optional("receipt", Schema.id.describing("A scan of the caller's.")), .optional("additional", additional),
                ]),
                .json(201, "Entered; the gift is bought.", .component("LedgerEntry")), faults: [alreadyBought], isRepeatable: true),
            Operation("undoPurchase", "DELETE", gift + "/purchase", "Take the purchase back by an entry against it", .json("The gift, no longer bought.", .component("Gift"))),
            Operation(
                "refund", "POST", gift + "/refunds", "Enter money that came back",
                body: .json([.always("refunded", .component("Amount")), .optional("paidBy", .id), .optional("day", .day)]),
                .json(201, "Entered.", .component("LedgerEntry")), isRepeatable: true),
            Operation(
                "showLedger", "GET", occasion + "/ledger", "Every entry that the caller may see, oldest first; with Accept: text/csv a file",
                query: [.init(name: "cursor", schema: .text, words: "The next of the page before.")],
                .init(
                    status: 200, words: "A page, or the whole as a file.",
                    content: ["application/json": .page(of: .component("LedgerEntry")), "text/csv": .text])),
        ])

    static let additional = Schema.boolean.describing(
        "Whether more is paid for a gift that is paid for already. Left out: true with an Idempotency-Key, else false.")
    static let alreadyBought = Fault.conflict("already-bought", "It is paid for already; send additional or an Idempotency-Key where more was paid.")
}
