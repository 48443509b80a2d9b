extension Description {
    static let sharedPurchases = Description(
        tag: "Purchases",
        components: [
            "SharedPurchase": .object(
                .always("total", Schema.component("Money").describing("Exactly the sum of the entries.")),
                .always("items", Schema.list(of: .component("LedgerEntry")).describing("One for each gift, in the order of the lines.")))
        ],
        operations: [
            Operation(
                "purchaseSeveral", "POST", occasion + "/purchases",
                "Buy several gifts at once; shipping, tax and discount are shared in proportion to the prices, to the last minor unit",
                body: .json([
                    .always("lines", .list(of: .object(.always("gift", .id), .always("price", .component("Amount"))), atMost: 100)),
                    .optional("shipping", .component("Amount")), .optional("tax", .component("Amount")), .optional("discount", .component("Amount")),
                    .optional("paidBy", Schema.id.describing("A member; the caller where it is left out.")), .optional("day", .day),
                    .optional("receipt", Schema.id.describing("A scan of the caller's.")), .optional("additional", additional),
                ]),
                .json(201, "Entered; the gifts are bought.", .component("SharedPurchase")), faults: [alreadyBought], isRepeatable: true)
        ])
}
