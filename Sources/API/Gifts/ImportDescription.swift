import Household

extension Description {
    static let giftImports = Description(
        tag: "Imports",
        components: [
            "GiftImport": .object(
                .always("decimalMark", Schema.word(DecimalMark.allCases.map(\.rawValue)).orNull.describing("As it was decided for the whole table.")),
                .always("added", .integer()), .always("refused", .integer()), .always("lines", .list(of: .component("ImportedLine")))),
            "ImportedLine": .object(
                .always("line", Schema.integer().describing("Of the file; the first is 1.")), .always("recipient", .text), .always("name", .text),
                .always("estimate", Schema.component("Money").orNull), .always("paid", Schema.component("Money").orNull),
                .always("outcome", .word(GiftImport.Outcome.words)),
                .always("errors", .list(of: .object(.always("column", .text), .always("detail", .text))))),
        ],
        operations: [
            Operation(
                "importGifts", "POST", occasion + "/imports", "Take gifts from a table (RFC 4180) whose first line names the columns",
                query: [
                    .init(name: "preview", schema: .word(["true"]), words: "Say what would happen, and change nothing."),
                    .init(name: "decimalMark", schema: .word(DecimalMark.allCases.map(\.rawValue)), words: "Where the amounts can be read two ways."),
                ],
                body: .table,
                .json(200, "What would happen.", .component("GiftImport")), .json(201, "What happened; the same table again adds nothing.", .component("GiftImport")),
                faults: [
                    Fault(status: 422, type: "/problems/ambiguous-decimal-mark", words: "The amounts can be read two ways: send decimalMark."),
                    Fault(status: 422, type: "/problems/unreadable-table", words: "It is no such table."),
                    .conflict("too-many-recipients", "The household would have too many people."),
                    .conflict("too-many-gifts", "Somebody would have too many gifts."),
                ])
        ])
}
