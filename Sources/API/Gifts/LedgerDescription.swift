import Household

extension Description {
    static let ledger = Description(
        tag: "Ledger",
        components: [
            "LedgerEntry": .object(
                .always("id", .id), .always("gift", .id), .always("recipient", .id), .always("kind", .word(["purchase", "refund", "correction"])),
                .always("amount", Schema.component("Money").orNull.describing("Negative for money that came back; null for what was entered without a rate.")),
                .always("original", Schema.component("Money").orNull.describing("What was paid, in another currency.")),
                .always("rate", Schema.text.orNull.describing("What one unit of that currency was worth.")),
                .always("waiting", .boolean.describing("Whether it waits for a rate; then it is in no sum.")),
                .always("about", Schema.id.orNull.describing("The purchase that it corrects or refunds.")), .always("reason", Schema.text.orNull),
                .always("batch", .id.describing("The line of activity that it is of: the same for all that was entered in one go.")),
                .always("undoes", Schema.id.orNull.describing("The entry that it takes back.")),
                .always("paidBy", .id.describing("A member.")),
                .always("day", .day.orNull), .always("entered", .moment))
        ],
        operations: [
            Operation(
                "purchase", "POST", gift + "/purchase", "Buy the gift",
                body: .json([
                    .always("paid", .component("Amount")), .optional("rate", rate), .optional("paidBy", Schema.id.describing("A member; the caller where it is left out.")),
                    .optional("day", .day), .optional("receipt", Schema.id.describing("A scan of the caller's.")), .optional("additional", additional),
                ]),
                .json(201, "Entered; the gift is bought.", .component("LedgerEntry")), faults: [alreadyBought], isRepeatable: true),
            Operation("undoPurchase", "DELETE", gift + "/purchase", "Take the purchase back by an entry against it", .json("The gift, no longer bought.", .component("Gift"))),
            Operation(
                "refund", "POST", gift + "/refunds", "Enter money that came back",
                body: .json([.always("refunded", .component("Amount")), .optional("paidBy", .id), .optional("day", .day), .optional("reason", .text(1...500))]),
                .json(201, "Entered.", .component("LedgerEntry")), isRepeatable: true),
            Operation(
                "correctEntry", "POST", occasion + "/ledger/:entry/corrections",
                "Say what a purchase should have been entered as, or give it a rate; the difference is entered",
                body: .json([
                    .optional("paid", Schema.component("Amount").describing("What was paid in truth; left out, only the rate changes.")), .optional("rate", rate),
                    .optional("reason", Schema.text(1...500).describing("Needed but for the first rate of what waits for one.")),
                ]),
                .json(201, "Entered.", .component("LedgerEntry")), faults: [.conflict("taken-back", "The purchase was taken back.")], isRepeatable: true),
            Operation(
                "refundEntry", "POST", occasion + "/ledger/:entry/refunds", "Enter money that came back of one purchase, at most what is left of it",
                body: .json([
                    .always("refunded", .component("Amount")), .optional("paidBy", Schema.id.describing("A member; who paid where it is left out.")),
                    .optional("day", .day), .optional("reason", .text(1...500)),
                ]),
                .json(201, "Entered.", .component("LedgerEntry")),
                faults: [.conflict("taken-back", "The purchase was taken back."), .conflict("waits-for-rate", "It has no amount yet.")], isRepeatable: true),
            Operation(
                "showBudget", "GET", occasion + "/budget", "What was spent of an occasion's limit, as the books stood on a day", query: [asOf],
                .json("As the caller may see it now.", .object(
                    .always("asOf", .day), .always("limit", Schema.component("Money").orNull), .always("spent", .component("Money")),
                    .always("left", Schema.component("Money").orNull), .always("waiting", .integer().describing("Purchases that waited for a rate.")))),
                faults: [.invalid]),
            Operation(
                "showLedger", "GET", occasion + "/ledger", "Every entry that the caller may see, oldest first; with Accept: text/csv a file",
                query: [.init(name: "cursor", schema: .text, words: "The next of the page before."), asOf],
                .init(
                    status: 200, words: "A page, or the whole as a file.",
                    content: ["application/json": .page(of: .component("LedgerEntry")), "text/csv": .text]), faults: [.invalid]),
        ])

    private static let rate = Schema.text(1...ExchangeRate.longestText).describing(
        "What one unit of the currency is worth in the occasion's, such as 0.1283; left out, the purchase waits for it.")
    private static let asOf = Operation.Parameter(name: "asOf", schema: .day, words: "As it stood at the end of this day in the household's zone; else now.")
    static let additional = Schema.boolean.describing(
        "Whether more is paid for a gift that is paid for already. Left out: true with an Idempotency-Key, else false.")
    static let alreadyBought = Fault.conflict("already-bought", "It is paid for already; send additional or an Idempotency-Key where more was paid.")
}
