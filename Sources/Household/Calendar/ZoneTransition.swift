import Foundation

/// A change of the clock of a zone.
struct ZoneTransition: Hashable {
    let moment: Date
    /// Seconds east of UTC before and after.
    let from: Int
    let to: Int
    let isDaylight: Bool

    /// What the clock showed at the change, by the offset before it, as VTIMEZONE writes it.
    var onset: LocalDateTime { Zone.utc.local(at: moment.addingTimeInterval(Double(from))) }

    /// Changes that share this are one observance.
    struct Kind: Hashable {
        let from: Int
        let to: Int
        let isDaylight: Bool
    }
    var kind: Kind { Kind(from: from, to: to, isDaylight: isDaylight) }
}

extension Zone {
    /// The changes of the clock after `from` up to `to`, at most `limit`.
    func transitions(from: Date, to: Date, limit: Int) -> [ZoneTransition] {
        let zone = timeZone
        var found: [ZoneTransition] = []
        var moment = from
        var offset = zone.secondsFromGMT(for: from)
        while found.count < limit, let next = zone.nextDaylightSavingTimeTransition(after: moment), next > moment, next <= to {
            let after = zone.secondsFromGMT(for: next)
            // A change of name alone moves no clock.
            if after != offset {
                found.append(ZoneTransition(moment: next, from: offset, to: after, isDaylight: zone.isDaylightSavingTime(for: next)))
            }
            moment = next
            offset = after
        }
        return found
    }
}
