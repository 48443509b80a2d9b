import Household

/// What is said once on the page after an action. It travels in a cookie of a few letters; the words stay here.
enum FlashNote: Sendable {
    enum Word: String, Sendable, CaseIterable {
        case added, saved, bought, returned, deleted, undone, restored, removed, welcome, knownAddress = "known-address", signedOut = "signed-out", changedElsewhere = "changed"
        case retried, buried, movedOn = "moved-on"
        case paidBack = "paid-back", owedAgain = "owed-again"
    }

    case word(Word)
    /// The link of an invitation just made is shown once.
    case invitation(Invitation.ID)

    static let cookie = "mantel-note"
    static let lifetime = Duration.seconds(60)
    private static let invitationPrefix = "invitation."

    init?(_ text: String) {
        if text.hasPrefix(Self.invitationPrefix) {
            guard let id = Invitation.ID(String(text.dropFirst(Self.invitationPrefix.count))) else { return nil }
            self = .invitation(id)
        } else {
            guard let word = Word(rawValue: text) else { return nil }
            self = .word(word)
        }
    }

    var text: String {
        switch self {
        case .word(let word): word.rawValue
        case .invitation(let id): Self.invitationPrefix + id.description
        }
    }

    var flash: Flash? {
        guard case .word(let word) = self else { return nil }
        return switch word {
        case .added: Flash(words: "Added.")
        case .saved: Flash(words: "Saved.")
        case .bought: Flash(words: "Marked as bought.")
        case .returned: Flash(words: "Not bought after all. The amount is taken back.")
        case .removed: Flash(words: "Removed.")
        case .deleted: Flash(words: "Removed. It can be restored for \(UndoWindow.days) days: see What happened.")
        case .undone: Flash(words: "Undone.")
        case .restored: Flash(words: "Restored.")
        case .welcome: Flash(words: "Welcome! You are part of this household now.")
        case .signedOut: Flash(words: "You are signed out.")
        case .knownAddress:
            Flash(words: "You could not be signed in with this. If you have an account already, sign in with its password.", isProblem: true)
        case .paidBack: Flash(words: "Marked as paid.")
        case .owedAgain: Flash(words: "Taken back. It is owed again.")
        case .retried: Flash(words: "It runs again as soon as a worker is free.")
        case .buried: Flash(words: "The job is dead. It can be tried again from here.")
        case .movedOn: Flash(words: "Nothing was changed: the job had moved on, or an open job stands for it.", isProblem: true)
        case .changedElsewhere: Flash(words: "Somebody else changed this since you opened it. Here it is as it is now.", isProblem: true)
        }
    }
}
