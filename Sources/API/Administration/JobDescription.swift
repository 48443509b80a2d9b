import Household
import Store

extension Description {
    static let administration = Description(
        tag: "Administration",
        components: [
            "Job": .object(
                .always("id", .id), .always("household", Schema.id.orNull), .always("kind", .text), .always("queue", .text),
                .always("state", Schema.word(of: ServerJob.State.self).describing("published: handed over, and not yet running.")),
                .always("attempt", Schema.integer().describing("Attempts taken.")), .always("attempts", Schema.integer().describing("Attempts it has.")),
                .always("created", .moment), .always("due", .moment), .always("started", Schema.moment.orNull.describing("Of its last run.")),
                .always("ended", Schema.moment.orNull),
                .always("reason", Schema.text.orNull.describing("Why it failed, without what that may tell of a family."))),
            "QueueFigures": .object(
                .always("queue", .text), .always("due", .integer()), .always("later", .integer()), .always("handedOver", .integer()),
                .always("running", .integer()), .always("dead", .integer()),
                .always("retried", Schema.integer().describing("Open jobs that failed before.")), .always("oldestAgeSeconds", .number),
                .always("attempts", Schema.integer().describing("Of the jobs that are open or ended within the last hour.")),
                .always("doneLastHour", .integer()), .always("diedLastHour", .integer()),
                .always("medianRunSeconds", Schema.number.orNull), .always("slowestRunSeconds", Schema.number.orNull)),
        ],
        operations: [
            Operation(
                "listJobs", "GET", jobs, "Jobs of all households, newest first; for the server's administrators",
                query: [
                    .init(name: "state", schema: .word(of: ServerJob.State.self), words: "Only jobs in this state."),
                    .init(name: "queue", schema: .text, words: "Only jobs of this queue."),
                    .init(name: "kind", schema: .text, words: "Only jobs of this kind."),
                    .init(name: "cursor", schema: .text, words: "Goes on where the last page ended."),
                ],
                .json("At most 50.", .page(of: .component("Job"))), faults: [.notFound]),
            Operation(
                "showQueues", "GET", jobs + "/statistics", "How each queue stands",
                .json("Queues with jobs that are open, dead, or done within the last hour.", .page(of: .component("QueueFigures"))), faults: [.notFound]),
            Operation("showJob", "GET", jobs + "/:job", "One job", .json("As it stands.", .component("Job"))),
            Operation(
                "retryJob", "POST", jobs + "/:job/retry", "Give a dead job all its attempts again", .json("It waits.", .component("Job")),
                faults: [.conflict("job-not-dead", "It is not dead, or an open job stands for it.")]),
            Operation(
                "buryJob", "POST", jobs + "/:job/burial", "End an open job as dead; a run under way can write nothing any more",
                body: .json([.always("reason", .text(1...Administration.longestReason))]), .json("It is dead.", .component("Job")),
                faults: [.conflict("job-ended", "It has ended already.")]),
        ])

    private static let jobs = "/administration/jobs"
}
