import Household

extension Description {
    /// The description itself, and what all features share.
    static let system = Description(
        tag: "System",
        components: [
            "Money": .object(.always("minor", .integer().describing("In the currency's smallest unit: cents.")), .always("currency", .currency)),
            "Amount": .object(.always("minor", .integer(0...Money.largestMinor)), .always("currency", .currency))
                .describing("Money that is not negative, in the occasion's currency."),
            "Problem": .object(
                .always("type", .text.describing("The kind of problem, or about:blank where the status says it all.")), .always("title", .text),
                .always("status", .integer(400...599)), .sometimes("detail", .text),
                .sometimes("errors", .list(of: .object(
                    .always("pointer", .text.describing("A JSON pointer to the field.")), .always("detail", .text))))),
        ],
        operations: [
            Operation(
                "describe", "GET", "/openapi.json", "This document", .json("OpenAPI 3.1.", .map(to: Schema(members: [:]))), needsSession: false)
        ])
}
