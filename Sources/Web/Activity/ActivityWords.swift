import Household
import Store

/// A line of the activity in words.
struct ActivityWords: Sendable {
    var activity: ActivityLine
    /// Of the people on the list.
    var names: [Recipient.ID: String]
    var room: Room

    var line: ActivityPage.Line {
        let amounts = activity.parts.compactMap(\.amount)
        return ActivityPage.Line(
            key: "\(activity.id)", icon: icon, words: "\(person) \(deed) \(things)",
            amount: amounts.first.map { Money(minor: amounts.reduce(0) { $0 + $1.minor }, currency: $0.currency) },
            when: room.when(activity.at), state: state, action: action)
    }

    private var person: String { activity.by == room.me ? "You" : room.members.first { $0.id == activity.by }?.name ?? "Somebody who left" }

    private var icon: Icon {
        switch activity.kind {
        case .purchase: .gifts
        case .refund, .correction: .receipt
        case .takeBack, .undo, .restoration: .back
        case .removal: .warning
        }
    }

    private var deed: String {
        switch activity.kind {
        case .purchase: "bought"
        case .refund: "got money back for"
        case .correction: "corrected what was paid for"
        case .takeBack: "took back the purchase of"
        case .undo: "undid what was entered for"
        case .removal: "deleted"
        case .restoration: "restored"
        }
    }

    private var things: String {
        switch activity.thing {
        case .recipient(_, let name): "\(name) from the list"
        case .occasion(_, let name): name
        case .gifts(let parts, _):
            parts.map { part in names[part.recipient].map { "\(part.name), for \($0)" } ?? part.name }.joined(separator: "; ")
        }
    }

    private var state: String? {
        switch activity.reversal {
        case .possible: "until \(activity.until.short)"
        case .done: activity.kind == .removal ? "restored" : "undone"
        case .builtUpon: "something later stands on it"
        case .overtaken, .late, .final, .forbidden: nil
        }
    }

    private var action: String? {
        guard activity.reversal == .possible else { return nil }
        return activity.kind == .removal ? "Restore" : "Undo"
    }
}
