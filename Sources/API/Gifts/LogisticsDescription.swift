import Household

extension Description {
    static let logistics = Description(
        tag: "Gifts",
        components: [
            "Logistics": .object(
                .always("hidingPlace", Schema.text.orNull), .always("returnBy", Schema.day.orNull.describing("The last day on which the shop takes it back.")),
                .always("orderNumber", Schema.text.orNull), .always("trackingNumber", Schema.text.orNull))
        ],
        operations: [
            Operation(
                "showLogistics", "GET", gift + "/logistics", "Where a gift is and how it comes; for those who planned it, bought it or chip in",
                .json("What was written, or nothing yet.", .component("Logistics"), tagged: true), faults: [.forbidden]),
            Operation(
                "setLogistics", "PUT", gift + "/logistics", "Write where a gift is and how it comes; what is left out is empty",
                body: .json([
                    .optional("hidingPlace", .text(1...GiftLogistics.longestPlace)), .optional("returnBy", .day),
                    .optional("orderNumber", .text(1...GiftLogistics.longestNumber)), .optional("trackingNumber", .text(1...GiftLogistics.longestNumber)),
                ]),
                .json("As it is now.", .component("Logistics"), tagged: true), faults: [.forbidden, .overtaken], isConditional: true),
        ])
}
