import Foundation

/// The ISO text of timestamptz in a session whose zone is UTC: `2026-12-24 17:30:00.25+00`. Infinity has no `Date`.
enum Timestamp {
    static func text(of date: Date) -> String {
        let microseconds = Int((date.timeIntervalSince1970 * 1_000_000).rounded())
        let seconds = microseconds.quotientFloor(1_000_000)
        let days = seconds.quotientFloor(86_400)
        let (year, month, day) = civil(fromDays: days)
        let second = seconds - days * 86_400
        return String(
            format: "%04d-%02d-%02d %02d:%02d:%02d.%06d+00", year, month, day, second / 3600, second / 60 % 60, second % 60,
            microseconds - seconds * 1_000_000)
    }

    static func date(from bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        var scanner = Scanner(bytes: bytes)
        guard let year = scanner.number(4...6), scanner.skip("-"), let month = scanner.number(2...2), scanner.skip("-"), let day = scanner.number(2...2),
            scanner.skip(" "), let hour = scanner.number(2...2), scanner.skip(":"), let minute = scanner.number(2...2), scanner.skip(":"),
            let second = scanner.number(2...2)
        else { return nil }
        var microseconds = 0
        if scanner.skip(".") {
            let start = scanner.position
            guard let digits = scanner.number(1...6) else { return nil }
            microseconds = (scanner.position - start..<6).reduce(digits) { value, _ in value * 10 }
        }
        guard scanner.skip("+"), scanner.number(2...2) == 0, scanner.position == bytes.count else { return nil }
        let seconds = days(fromYear: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds) + Double(microseconds) / 1_000_000)
    }

    private struct Scanner {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func number(_ digits: ClosedRange<Int>) -> Int? {
            let start = position
            var value = 0
            while position < bytes.count, position - start < digits.upperBound, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
                value = value * 10 + Int(digit)
                position += 1
            }
            return position - start >= digits.lowerBound ? value : nil
        }
    }

    /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": a year that starts in March has its leap day last.
    private static func days(fromYear year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year.quotientFloor(400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted.quotientFloor(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Int {
    fileprivate func quotientFloor(_ divisor: Int) -> Int { self / divisor - (self % divisor < 0 ? 1 : 0) }
}
