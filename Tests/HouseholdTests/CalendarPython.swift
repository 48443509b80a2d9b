import Foundation

/// Asks Debian's Python for a second opinion, once for a whole batch.
enum CalendarPython {
    struct Unavailable: Error, CustomStringConvertible {
        var description: String
    }

    /// No batch takes longer, in seconds.
    static let deadline = 240.0

    /// Runs `script`, which finds `input` as JSON in `question` and leaves its answer in `answer`.
    static func ask<Question: Encodable, Answer: Decodable>(_ script: String, _ input: Question, as: Answer.Type = Answer.self) throws -> Answer {
        let python = URL(fileURLWithPath: "/usr/bin/python3")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw Unavailable(description: "/usr/bin/python3 is missing: apt-get install python3 python3-dateutil python3-icalendar")
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("calendar-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let question = folder.appendingPathComponent("question"), answer = folder.appendingPathComponent("answer")
        let errors = folder.appendingPathComponent("errors")
        try JSONEncoder().encode(input).write(to: question)
        try Data().write(to: errors)

        let process = Process()
        process.executableURL = python
        process.arguments = ["-c", opening + script + closing, question.path, answer.path]
        process.standardInput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let end = Date().addingTimeInterval(deadline)
        while process.isRunning, Date() < end { Thread.sleep(forTimeInterval: 0.02) }
        guard !process.isRunning else {
            process.terminate()
            throw Unavailable(description: "Python gave no answer within \(deadline) s")
        }
        guard process.terminationStatus == 0 else {
            throw Unavailable(description: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
        return try JSONDecoder().decode(Answer.self, from: try Data(contentsOf: answer))
    }

    private static let opening = """
        import sys, os, json, itertools, io, re
        from datetime import date, datetime, timedelta, timezone
        try:
            import dateutil.rrule, dateutil.tz, icalendar
            from zoneinfo import ZoneInfo
        except ImportError as missing:
            sys.exit(f"{missing}: apt-get install python3-dateutil python3-icalendar tzdata")
        question = json.load(open(sys.argv[1], encoding="utf-8"))

        """

    private static let closing = """

        json.dump(answer, open(sys.argv[2], "w", encoding="utf-8"))
        """
}

/// The same numbers in every run, so that a failure can be seen again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
