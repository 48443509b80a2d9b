import Household
import HTTPServer

extension Description {
    static let scans = Description(
        tag: "Scans",
        components: [
            "Scan": .object(
                .always("id", .id), .always("kind", kind), .always("state", .word(["queued", "running", "ready", "failed"])),
                .always("stage", .text.describing("What is being done.")), .always("progress", .integer(0...100)),
                .sometimes("problem", .text.describing("Why it failed, for a person.")), .always("created", .moment),
                .always("words", .list(of: .component("Word"))),
                .always("drafts", .list(of: Schema(members: ["anyOf": [Schema.component("EventDraft").json, Schema.component("ReceiptDraft").json]])))),
            "Word": .object(
                .always("text", .text), .always("box", .component("Box")), .always("confidence", .share),
                .always("line", .integer().describing("Words of one line share it."))),
            "Box": Schema.list(of: .integer(), atMost: 4).describing("[x, y, width, height] in pixels of the picture, from the top left."),
            "DraftField": .object(
                .always("confidence", .share), .always("box", Schema.component("Box").orNull), .always("alternatives", .list(of: .text)),
                .sometimes("note", .text.describing("Why the value is not simply what is printed."))),
            "EventDraft": .object(
                .always("title", Schema.text.orNull), .always("start", Schema.component("DraftTime").orNull),
                .always("end", Schema.component("DraftTime").orNull), .always("location", Schema.text.orNull),
                .always("description", Schema.text.orNull), .always("price", Schema.text.orNull.describing("As printed.")),
                .always("url", Schema.text.orNull), .always("recurrence", Schema.text.orNull),
                .always("fields", .map(to: .component("DraftField")))),
            "DraftTime": .either(
                .component("WallTime"), .component("WholeDay"),
                .object(.always("time", .text.describing("The day was not read.")))),
            "ReceiptDraft": .object(
                .always("merchant", Schema.text.orNull), .always("day", Schema.day.orNull), .always("total", Schema.component("Money").orNull),
                .always("lines", .list(of: .object(.always("name", .text), .always("amount", .component("Money"))))),
                .always("warnings", .list(of: .text)), .always("fields", .map(to: .component("DraftField")))),
        ],
        operations: [
            Operation(
                "addScan", "POST", household + "/scans", "Have a photo read",
                body: .form([
                    .always("image", Schema(members: ["type": "string", "contentMediaType": "image/*"])
                        .describing("JPEG, PNG, WebP or HEIC of at most 15 MB.")),
                    .always("kind", kind),
                ]),
                .init(
                    status: 202, words: "Kept, and waiting to be read.", content: ["application/json": .component("Scan")],
                    headers: ["Location": "Its address."]),
                faults: [
                    Fault(status: 422, type: "/problems/unreadable-picture", words: "It is no picture that can be read."),
                    .conflict("too-many-scans", "Too many pictures are waiting."),
                ], isRepeatable: true),
            Operation(
                "listScans", "GET", household + "/scans", "The caller's own scans, newest first",
                .json("The newest.", .page(of: .component("Scan")))),
            Operation("showScan", "GET", scan, "A scan with what was read", .json("The scan.", .component("Scan"))),
            Operation("deleteScan", "DELETE", scan, "Delete a scan", .done),
            Operation(
                "retryScan", "POST", scan + "/retry", "Have a failed scan read again", .json(202, "Waiting to be read.", .component("Scan")),
                faults: [.conflict("scan-not-failed", "It did not fail.")]),
            Operation("showPicture", "GET", scan + "/picture", "The picture, upright and without metadata", .file("The picture.", "image/jpeg", "image/png", "image/webp")),
        ])

    private static let scan = household + "/scans/:scan"
    private static let kind = Schema.word(of: ScanKind.self)
}
