import Household

extension Description {
    static let gifts = Description(
        tag: "Gifts",
        components: [
            "Gift": .object(
                .always("id", .id), .always("occasion", .id), .always("recipient", .id), .always("name", .text), .always("status", status),
                .always("estimate", Schema.component("Money").orNull),
                .always("actual", Schema.component("Money").orNull.describing("What was paid, refunds taken off.")),
                .always("url", Schema.text(format: "uri").orNull), .always("notes", Schema.text.orNull),
                .always("category", Schema.id.orNull), .always("revealed", .boolean.describing("Whether its giver has let its recipient see it.")))
        ],
        operations: [
            Operation(
                "addGift", "POST", occasion + "/gifts", "Plan a gift",
                body: .json([
                    .always("recipient", .id), .always("name", .text(1...300)), .optional("estimate", .component("Amount")),
                    .optional("url", .text(1...2000, format: "uri")), .optional("notes", .text(1...10_000)), .optional("status", status), .optional("category", .id),
                ]),
                .made(.component("Gift")), isRepeatable: true),
            Operation(
                "listGifts", "GET", occasion + "/gifts", "The gifts that the caller may know of; with Accept: text/csv a file that an import takes",
                query: [.init(name: "recipient", schema: .id, words: "Only gifts for this recipient.")],
                .init(
                    status: 200, words: "All of them.",
                    content: ["application/json": .page(of: .component("Gift")), "text/csv": .text]), faults: [.invalid]),
            Operation("showGift", "GET", gift, "A gift", .json("The gift.", .component("Gift"), tagged: true)),
            Operation(
                "changeGift", "PATCH", gift, "Change a gift",
                body: .json([
                    .optional("name", .text(1...300)), .optional("estimate", .component("Amount")), .optional("url", .text(1...2000, format: "uri")),
                    .optional("notes", .text(1...10_000)), .optional("status", status), .optional("category", .id),
                ]),
                .json("The gift.", .component("Gift"), tagged: true), faults: [.overtaken], isConditional: true),
            Operation("deleteGift", "DELETE", gift, "Take a gift off the list", .done),
            Operation(
                "revealGift", "POST", gift + "/revelation", "Let its recipient see a gift, for good; who added or bought it may",
                .json("The gift.", .component("Gift"), tagged: true), faults: [.forbidden]),
        ])

    static let gift = occasion + "/gifts/:gift"
    private static let status = Schema.word(of: GiftStatus.self)
}
