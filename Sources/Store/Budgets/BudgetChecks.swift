public import Household
public import Jobs
public import PostgreSQL
import ServiceKit

/// Looks whether the entry or limit at `position` took a budget to one of its thresholds, for each member as they may see it.
public struct CheckBudget: Job {
    public static let name = "budget.check"
    public static let queue = "budget"
    public static let timeout = Duration.seconds(60)

    public var occasion: Occasion.ID
    public var position: Int

    /// Whose entry it was. The worker begins as them to learn who else is in the household.
    public var cause: Member.ID
}

/// Mails one notice to its member.
public struct SendNotice: Job {
    public static let name = "notice.send"
    public static let queue = "mail"
    public static let retry = RetryPolicy.mail
    public static let timeout = MailTimes.run

    public var notice: Notice.ID
    public var member: Member.ID
}

extension Store {
    /// The members whose view of the budget has to be checked.
    public func budgetWatchers(for check: CheckBudget) async throws -> [Member.ID] {
        try await watchers(beginningAs: check.cause)
    }

    /// The members who may know of budgets at all.
    func watchers(beginningAs cause: Member.ID) async throws -> [Member.ID] {
        try await pipeline(as: .member(cause), """
            SELECT id FROM member WHERE household_id = viewer_household() AND left_at IS NULL AND role <> 'guest' ORDER BY id
            """).rows[0].map { try $0["id"] }
    }

    /// Writes the notices that `check` means for `member`, each with its mail, exactly once.
    ///
    /// Everything is read as the member: what they may not see can neither cause nor silence a notice.
    public func noticeCrossings(of check: CheckBudget, for member: Member.ID, in transaction: Transaction) async throws {
        let caller = Caller.member(member)
        let membership = try caller.membership(try await transaction.query(caller.prelude))
        let telling = try await Telling.of(.budget, in: transaction)
        if telling.way == .none { return }
        let steps = try await Self.budgetRows(of: check.occasion, upTo: check.position, in: transaction)
        let thresholds: [Int] = try await transaction.query("""
            SELECT coalesce(m.thresholds, o.thresholds, h.thresholds) AS thresholds
            FROM household h JOIN member m ON m.household_id = h.id AND m.id = viewer()
            JOIN occasion o ON o.household_id = h.id AND o.id = \(check.occasion)
            WHERE h.id = viewer_household()
            """).first?["thresholds"] ?? []
        var scopes = [BudgetScope.whole]
        if let cause = steps.first(where: { $0.position == check.position }) {
            if let recipient = cause.recipient { scopes.append(.recipient(recipient)) }
            if let category = cause.category { scopes.append(.category(category)) }
        }
        for scope in scopes {
            let history = BudgetHistory(steps.compactMap { $0.step(in: scope) })
            guard let crossing = history.crossing(at: check.position, thresholds: thresholds) else { continue }
            let notice = Notice.ID(.v7())
            let written = try await transaction.query("""
                INSERT INTO notice (id, household_id, member_id, kind, occasion_id, recipient_id, category_id, threshold, arming, over_minor, limit_minor, currency)
                SELECT \(notice), o.household_id, viewer(), 'budget', o.id, \(scope.recipient), \(scope.category), \(crossing.threshold)::int, \(check.position), \(crossing.over), \(crossing.limit), o.currency
                FROM occasion o WHERE o.household_id = viewer_household() AND o.id = \(check.occasion) AND o.deleted_at IS NULL
                ON CONFLICT DO NOTHING RETURNING id
                """)
            if written.isEmpty { continue }
            try await mail(notice, to: member, in: membership.household, telling, transaction)
        }
    }

    /// What happened to the budgets of an occasion, as the transaction's member may see it; nil: until now.
    static func budgetRows(of occasion: Occasion.ID, upTo position: Int?, in transaction: Transaction) async throws -> [BudgetRow] {
        try await transaction.query("""
            SELECT e.position, e.recipient_id, g.category_id, e.minor, true AS is_entry
            FROM ledger_entry e JOIN gift g ON g.household_id = e.household_id AND g.id = e.gift_id
            WHERE e.household_id = viewer_household() AND e.occasion_id = \(occasion) AND e.position <= coalesce(\(position)::bigint, e.position)
            UNION ALL
            SELECT position, recipient_id, NULL, minor, false FROM budget_limit
            WHERE household_id = viewer_household() AND occasion_id = \(occasion) AND position <= coalesce(\(position)::bigint, position)
            UNION ALL
            SELECT position, NULL, category_id, minor, false FROM gift_category_limit
            WHERE household_id = viewer_household() AND occasion_id = \(occasion) AND position <= coalesce(\(position)::bigint, position)
            """).map(BudgetRow.init)
    }
}

/// What a limit is for.
enum BudgetScope: Equatable {
    case whole
    case recipient(Recipient.ID)
    case category(BudgetCategory.ID)

    var recipient: Recipient.ID? { if case .recipient(let id) = self { id } else { nil } }
    var category: BudgetCategory.ID? { if case .category(let id) = self { id } else { nil } }
}

/// One entry or limit.
struct BudgetRow {
    var position: Int
    var recipient: Recipient.ID?
    var category: BudgetCategory.ID?
    var minor: Int?
    var isEntry: Bool

    init(_ row: Row) throws {
        position = try row["position"]
        recipient = try row["recipient_id"]
        category = try row["category_id"]
        minor = try row["minor"]
        isEntry = try row["is_entry"]
    }

    /// What this row means to one limit.
    func step(in scope: BudgetScope) -> BudgetHistory.Step? {
        if isEntry {
            let counts = switch scope {
            case .whole: true
            case .recipient(let id): id == recipient
            case .category(let id): id == category
            }
            guard let minor, counts else { return nil }
            return .init(position: position, change: .spent(minor))
        }
        let own = recipient.map(BudgetScope.recipient) ?? category.map(BudgetScope.category) ?? .whole
        return scope == own ? .init(position: position, change: .limit(minor)) : nil
    }
}
