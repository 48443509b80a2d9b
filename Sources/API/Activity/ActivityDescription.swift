import Household

extension Description {
    static let activity = Description(
        tag: "Activity",
        components: [
            "ActivityPart": .object(
                .always("gift", .id), .always("recipient", .id), .always("name", .text),
                .always("amount", Schema.component("Money").orNull.describing("Negative for money that came back; null where nothing was entered, and while it waits for a rate."))),
            "ActivityLine": .object(
                .always("id", .id), .always("kind", .word(of: ActivityLine.Kind.self)), .always("by", .id.describing("A member.")), .always("at", .moment),
                .always("occasion", Schema.id.orNull), .always("recipient", Schema.id.orNull.describing("Where it is about a person on the list.")),
                .always("name", Schema.text.orNull.describing("Of the person or the occasion.")), .always("gifts", .list(of: .component("ActivityPart"))),
                .always("reverses", Schema.id.orNull.describing("The line that this one undoes or restores.")),
                .always("reversedBy", Schema.id.orNull.describing("The line that undid or restored this one.")),
                .always("undoable", .boolean.describing("Whether the caller can undo or restore it now.")),
                .always("until", .day.describing("The last day for that, in the household's zone."))),
        ],
        operations: [
            Operation(
                "listActivity", "GET", household + "/activity", "What was entered, undone, deleted and restored, the latest first", query: [cursor],
                .json("A page of what the caller may know of.", .page(of: .component("ActivityLine")))),
            Operation(
                "listActivityOfOccasion", "GET", occasion + "/activity", "As the household's, of one occasion", query: [cursor],
                .json("A page of what the caller may know of.", .page(of: .component("ActivityLine")))),
            Operation(
                "undo", "POST", household + "/activity/:activity/undo",
                "Undo what was entered in one go, by entries against it, or restore what was deleted; for \(UndoWindow.days) days, and once",
                .json(201, "Undone, or restored: its own line.", .component("ActivityLine")),
                faults: [
                    .forbidden, .conflict("already-undone", "It was undone or restored before; the detail names by whom and by which line."),
                    .conflict("built-upon", "Something entered later stands on it."), .conflict("overtaken", "What it is about is gone, or there already."),
                    .conflict("too-late", "The time for it is over."), .conflict("not-undoable", "It undoes something itself."),
                    .conflict("too-many-gifts", "There is no room for it."), .conflict("too-many-recipients", "There is no room for it."),
                    .conflict("too-many-occasions", "There is no room for it."),
                ]),
        ])

    private static let cursor = Operation.Parameter(name: "cursor", schema: .text, words: "The next of the page before.")
}
