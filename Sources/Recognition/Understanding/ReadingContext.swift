public import Household

/// What the reader may know besides the picture.
public struct ReadingContext: Sendable {
    /// The day on which the picture was taken or sent. A printed date without a year is on or after it.
    public var reference: Day
    /// BCP 47 or POSIX, "en_GB". Decides what 3/10 means where nothing on the page does, and the currency of
    /// a receipt's bare amounts has nothing to do with it.
    public var locale: String
    /// Of amounts printed without a sign.
    public var currency: Currency

    public init(reference: Day, locale: String, currency: Currency) {
        self.reference = reference
        self.locale = locale
        self.currency = currency
    }

    var region: String { locale.split(whereSeparator: { $0 == "_" || $0 == "-" }).dropFirst().last.map { $0.prefix(2).uppercased() } ?? "" }
    var language: String { String(locale.prefix(2)).lowercased() }

    /// Whether 3/10 is the tenth of March.
    var isMonthFirst: Bool { Self.monthFirstRegions.contains(region) }

    /// Whether a bare "6:00" on a poster may be in the evening.
    var usesTwelveHours: Bool { language == "en" }

    private static let monthFirstRegions: Set<String> = ["US", "PH", "CA", "PR", "GU", "FM", "MH", "PW", "AS", "VI"]
}
