public import Household

/// Something new for one account: which thing it is about, not what that says.
public struct News: Sendable, Equatable {
    public enum Subject: Sendable, Equatable {
        case scan(ScanView.ID)
        case notice(Notice.ID)
    }

    public var account: Account.ID
    public var household: HouseholdProfile.ID
    public var subject: Subject
    /// When it happened, in microseconds since 1970.
    public var id: Int

    /// What `announce_news()` of the database sends; nil for anything else.
    init?(payload: String) {
        let parts = payload.split(separator: " ").map(String.init)
        guard parts.count == 5, let account = Account.ID(parts[0]), let household = HouseholdProfile.ID(parts[2]), let id = Int(parts[4]) else { return nil }
        let subject: Subject? = switch parts[1] {
        case "scan": ScanView.ID(parts[3]).map { .scan($0) }
        case "notice": Notice.ID(parts[3]).map { .notice($0) }
        default: nil
        }
        guard let subject else { return nil }
        self.subject = subject
        self.account = account
        self.household = household
        self.id = id
    }
}
