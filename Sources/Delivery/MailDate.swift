import Foundation
import Household

/// The date of a message (RFC 5322 §3.3), in UTC.
enum MailDate {
    /// For example `Tue, 01 Dec 2026 08:05:00 +0000`.
    static func text(_ date: Date) -> String {
        let second = Int(date.timeIntervalSince1970.rounded(.down))
        let (days, inDay) = second.quotientAndRemainder(dividingByFloor: 86_400)
        let day = Day(daysSince1970: days)
        let weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][((days + 3) % 7 + 7) % 7]
        let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][day.month - 1]
        let time = [inDay / 3600, inDay / 60 % 60, inDay % 60].map(twoDigits).joined(separator: ":")
        return "\(weekday), \(twoDigits(day.day)) \(month) \(day.year) \(time) +0000"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Int {
    /// The remainder is never negative.
    fileprivate func quotientAndRemainder(dividingByFloor divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
