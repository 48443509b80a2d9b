extension Description {
    static let notices = Description(
        tag: "Notices",
        components: [
            "Notice": .object(
                .always("id", .id), .always("kind", .word(["budget", "reminder", "claim", "exchange", "invitation", "scan", "system"])),
                .always("occasion", Schema.id.orNull), .always("scope", Schema.text.orNull.describing("occasion, or the id of a recipient or of a category.")),
                .always("threshold", Schema.integer().orNull.describing("Per cent of the limit that was passed.")), .always("text", .text),
                .always("created", .moment), .always("read", Schema.moment.orNull))
        ],
        operations: [
            Operation(
                "listNotices", "GET", household + "/notices", "The caller's own notices, newest first",
                query: [.init(name: "unread", schema: .boolean, words: "Leaves out what was read.")],
                .json("The newest 200.", .page(of: .component("Notice")))),
            Operation("readNotice", "POST", household + "/notices/:notice/reading", "Mark a notice as read", .done),
        ])
}
