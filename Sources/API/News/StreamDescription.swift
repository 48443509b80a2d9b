extension Description {
    static let stream = Description(
        tag: "Event stream", components: [:],
        operations: [
            Operation(
                "stream", "GET", "/stream",
                "The caller's news as it happens: events named scan and notice, with the household's id beside the fields of a notice, or of a scan all but words and drafts; a comment line each 15 s",
                .file("Server-sent events. Whoever connects, also again, looks at the lists first.", "text/event-stream"),
                faults: [Fault(status: 429, type: "/problems/too-many-streams", words: "The account has too many open.")])
        ])
}
