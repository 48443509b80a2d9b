import Household

@testable import Web

extension Previews {
    static var server: [(name: String, html: HTML)] {
        [
            ("jobs", JobsPage(asOf: "14:05:12", queues: queues, dead: dead, open: open).html(in: door)),
            ("jobs-well", JobsPage(asOf: "14:05:12", queues: Array(queues.suffix(1)), dead: [], open: []).html(in: doorTold)),
            ("jobs-empty", JobsPage(asOf: "14:05:12", queues: [], dead: [], open: []).html(in: door)),
            ("jobs-chosen", JobListPage(choice: .init(state: .dead, queue: "ocr"), jobs: dead, older: "0192").html(in: door)),
            ("jobs-chosen-none", JobListPage(choice: .init(kind: "scan.read"), jobs: []).html(in: door)),
            ("job-dead", JobPage(key: "j1", kind: "scan.read", state: .dead, facts: facts, reason: "ran longer than 60.0 seconds").html(in: door)),
            ("job-running", JobPage(key: "j2", kind: "scan.read", state: .running, facts: facts).html(in: door)),
            ("job-burial", BurialPage(key: "j2", kind: "scan.read", isRunning: true, longestReason: 500).html(in: door)),
            ("job-burial-refused", BurialPage(
                key: "j2", kind: "scan.read", isRunning: false, entries: Entries(errors: ["reason": "is needed"]), longestReason: 500
            ).html(in: door)),
        ]
    }

    private static var doorTold: DoorFrame {
        var frame = door
        frame.flash = Flash(words: "It runs again as soon as a worker is free.")
        return frame
    }

    private static var queues: [QueueFigures] {
        var mail = QueueFigures(queue: "notification"), ocr = QueueFigures(queue: "ocr"), exchange = QueueFigures(queue: "exchange")
        (mail.due, mail.later, mail.handedOver, mail.running, mail.oldestAge) = (1204, 10_312, 37, 4, 415)
        (mail.retried, mail.attempts, mail.done, mail.medianRun, mail.slowestRun) = (12, 12_961, 11_402, 0.084, 9.81)
        (ocr.running, ocr.dead, ocr.oldestAge, ocr.attempts, ocr.done, ocr.died) = (1, 23, 2.4, 31, 22, 2)
        (ocr.medianRun, ocr.slowestRun) = (3.42, 61)
        exchange.done = 3
        return [ocr, mail, exchange]
    }

    private static let dead = [
        JobRow(key: "j1", kind: "scan.read", mark: HTML(), words: "ocr, 3 of 3 attempts, died today, 13:58", reason: "ran longer than 60.0 seconds", canRetry: true),
        JobRow(key: "j3", kind: "invitation.send", mark: HTML(), words: "exchange, 1 of 8 attempts, died yesterday, 19:12", reason: "550 5.1.1 …", canRetry: true),
        JobRow(
            key: "j4", kind: "notice.send", mark: HTML(), words: "notification, 5 of 5 attempts, died Thu 26 Nov, 08:40",
            reason: "its process ended in the last of 5 attempts; before: The database refused a statement (23505). delivery delivery_notice_id_channel_key \(hostile.name)", canRetry: true),
    ]

    private static let open = [
        JobRow(key: "j2", kind: "scan.read", mark: ServerJob.State.running.mark, words: "ocr, 1 of 3 attempts, running since today, 14:05"),
        JobRow(key: "j5", kind: "notice.send", mark: ServerJob.State.waiting.mark, words: "notification, 2 of 5 attempts, due tomorrow, 08:00", reason: "temporary(451 4.7.1 …"),
    ]

    private static let facts = [
        (name: "Queue", value: "ocr"), (name: "Attempts", value: "3 of 3"), (name: "Made", value: "today, 13:55"), (name: "Due", value: "today, 13:57"),
        (name: "Last run", value: "today, 13:57"), (name: "Ended", value: "today, 13:58"),
        (name: "Household", value: "019adb1c-5a11-7cc4-9c2b-0a4f3d1e8b77"), (name: "Id", value: "019adb1c-6f02-7b0e-8d31-77c1e0aa51f2"),
    ]
}
