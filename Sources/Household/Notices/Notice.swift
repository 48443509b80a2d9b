public import Foundation

/// Something a member should know. Its words never name a gift.
public struct Notice: Sendable {
    public typealias ID = Identifier<Notice>

    public enum Kind: String, Sendable, Codable, LosslessStringConvertible {
        case budget, reminder, claim, exchange, invitation, scan, system
        public init?(_ description: String) { self.init(rawValue: description) }
        public var description: String { rawValue }

        /// Kinds that a person may choose the way of; what the server has to say of itself always comes.
        public static let chosen: [Kind] = [.budget, .reminder, .claim, .exchange, .invitation, .scan]
    }

    /// The budget a notice is about: the whole occasion, or the part of one recipient or one category.
    public struct Budget: Sendable {
        public var occasion: Occasion.ID
        public var occasionName: String
        public var recipient: Recipient.ID?
        public var recipientName: String?
        public var category: BudgetCategory.ID?
        public var categoryName: String?
        /// Per cent of the limit that was reached, or passed where it is 100.
        public var threshold: Int
        /// What is spent beyond the limit; below 0 while there is something left.
        public var over: Money
        public var limit: Money

        public init(
            occasion: Occasion.ID, occasionName: String, recipient: Recipient.ID?, recipientName: String?, category: BudgetCategory.ID? = nil,
            categoryName: String? = nil, threshold: Int, over: Money, limit: Money
        ) {
            self.occasion = occasion
            self.occasionName = occasionName
            self.recipient = recipient
            self.recipientName = recipientName
            self.category = category
            self.categoryName = categoryName
            self.threshold = threshold
            self.over = over
            self.limit = limit
        }

        public var isOver: Bool { over.minor > 0 }

        /// "Christmas is €40 over.", or "Christmas has €20 left: 80 % is spent." — as much as the reader may see.
        public var headline: String {
            let name = recipientName ?? categoryName.map { "\($0) for \(occasionName)" } ?? occasionName
            guard !isOver else { return "\(name) is \(over.formatted()) over." }
            return "\(name) has \(Money(minor: -over.minor, currency: over.currency).formatted()) left: \(threshold) % is spent."
        }

        public var advice: String { isOver ? "Raise the budget, or take something off." : "Keep an eye on what comes next." }
    }

    /// The budget of one category in one month.
    public struct Monthly: Sendable {
        public var category: BudgetCategory.ID
        public var name: String
        public var month: Month
        /// Per cent of the limit that was reached, or passed where it is 100.
        public var threshold: Int
        /// What is spent beyond the limit; below 0 while there is something left.
        public var over: Money
        public var limit: Money

        public init(category: BudgetCategory.ID, name: String, month: Month, threshold: Int, over: Money, limit: Money) {
            self.category = category
            self.name = name
            self.month = month
            self.threshold = threshold
            self.over = over
            self.limit = limit
        }

        public var isOver: Bool { over.minor > 0 }

        /// "Groceries is €40 over in December 2026.", or what is left.
        public var headline: String {
            let month = DayText().full(month)
            guard !isOver else { return "\(name) is \(over.formatted()) over in \(month)." }
            return "\(name) has \(Money(minor: -over.minor, currency: over.currency).formatted()) left in \(month): \(threshold) % is spent."
        }

        public var advice: String { isOver ? "Raise its limit, or spend less elsewhere." : "Keep an eye on what comes next." }
    }

    /// An occasion that comes near, for a reminder.
    public struct Coming: Sendable {
        public var occasion: Occasion.ID
        public var name: String
        public var day: Day
        /// How many days before it the reminder was made.
        public var daysAhead: Int

        public init(occasion: Occasion.ID, name: String, day: Day, daysAhead: Int) {
            self.occasion = occasion
            self.name = name
            self.day = day
            self.daysAhead = daysAhead
        }

        /// "Christmas is on Friday 25 December 2026." — the day, not "in 7 days": it may be read later.
        public var headline: String { "\(name) is on \(DayText().full(day))." }

        public var advice: String { daysAhead > 1 ? "See what is still missing." : "Is everything wrapped?" }
    }

    public var id: ID
    public var kind: Kind
    public var budget: Budget?
    public var monthly: Monthly?
    public var coming: Coming?
    public var created: Date
    public var read: Date?

    public init(id: ID, kind: Kind, budget: Budget?, monthly: Monthly? = nil, coming: Coming? = nil, created: Date, read: Date?) {
        self.id = id
        self.kind = kind
        self.budget = budget
        self.monthly = monthly
        self.coming = coming
        self.created = created
        self.read = read
    }

    /// What it is about, for places that others may see, such as the subject of a mail: no figure, no name of a gift.
    public var subject: String {
        if let budget { return "\(budget.occasionName): the budget is \(budget.isOver ? "passed" : "nearly spent")" }
        if let monthly { return "\(monthly.name): the budget of the month is \(monthly.isOver ? "passed" : "nearly spent")" }
        return coming.map { "\($0.name) is coming up" } ?? "News from Mantel"
    }

    /// The whole notice in words.
    public var text: String {
        if let budget { return "\(budget.headline) \(budget.advice)" }
        if let monthly { return "\(monthly.headline) \(monthly.advice)" }
        return coming.map { "\($0.headline) \($0.advice)" } ?? ""
    }
}
