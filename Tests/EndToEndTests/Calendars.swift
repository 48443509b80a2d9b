import Foundation
import TestSupport

/// What other software finds in our calendar files: the `icalendar` package (Debian: `python3-icalendar`).
enum Calendars {
    /// "TITLE START" of each event, with the offset of its zone.
    static func events(in file: [UInt8]) throws -> [String] {
        let script = """
            import sys, icalendar
            calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
            for event in calendar.walk("VEVENT"):
                assert not event.errors, event.errors
                print(event["SUMMARY"], event["DTSTART"].dt.isoformat())
            """
        let python = Process(), input = Pipe(), output = Pipe()
        python.executableURL = URL(filePath: "/usr/bin/python3")
        python.arguments = ["-c", script]
        python.standardInput = input
        python.standardOutput = output
        try python.run()
        try input.fileHandleForWriting.write(contentsOf: Data(file))
        try input.fileHandleForWriting.close()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        python.waitUntilExit()
        guard python.terminationStatus == 0 else { throw ServiceMissing("python3-icalendar (Debian) is missing, or it refused the file") }
        return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
