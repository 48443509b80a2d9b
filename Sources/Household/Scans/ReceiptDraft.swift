/// What a receipt says. Amounts are in the household's currency unless the receipt prints another.
public struct ReceiptDraft: Hashable, Sendable, Codable {
    /// One thing that was bought.
    public struct Line: Hashable, Sendable, Codable {
        public var name: String
        public var amount: Money

        public init(name: String, amount: Money) {
            self.name = name
            self.amount = amount
        }
    }

    /// Names under which `fields` holds the evidence.
    public enum FieldName: String, Hashable, Sendable, Codable, CodingKeyRepresentable {
        case merchant, day, total
    }

    public var merchant: String?
    public var day: Day?
    public var total: Money?
    public var lines: [Line]
    /// Sentences for a person: what does not add up or was not found.
    public var warnings: [String]
    public var fields: [FieldName: DraftField]

    public init(
        merchant: String? = nil, day: Day? = nil, total: Money? = nil, lines: [Line] = [], warnings: [String] = [],
        fields: [FieldName: DraftField] = [:]
    ) {
        self.merchant = merchant
        self.day = day
        self.total = total
        self.lines = lines
        self.warnings = warnings
        self.fields = fields
    }
}
