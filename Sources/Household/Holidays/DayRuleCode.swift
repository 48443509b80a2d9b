// The text of a rule, as it is stored and as programs send it.

extension DayRule: CustomStringConvertible, LosslessStringConvertible {
    /// More than the longest text there is.
    public static let longestText = 40

    public var description: String {
        switch self {
        case .fixed(let date): "fixed:\(date)"
        case .birthday(let born): "birthday:\(born)"
        case .easter(.western): "easter"
        case .easter(let church): "easter:\(church.rawValue)"
        case .thanksgiving(let country): "thanksgiving:\(country.rawValue)"
        case .mothersDay(let country): "mothers-day:\(country.rawValue)"
        case .fathersDay(let country): "fathers-day:\(country.rawValue)"
        case .hanukkah: "hanukkah"
        case .eidAlFitr: "eid-al-fitr"
        case .eidAlAdha: "eid-al-adha"
        case .diwali: "diwali"
        case .lunarNewYear: "lunar-new-year"
        }
    }

    /// Nil unless `description` is exactly what a rule prints.
    public init?(_ description: String) {
        let parts = description.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let rule = Self.named(parts[0], parts.count == 2 ? parts[1] : nil), rule.description == description else { return nil }
        self = rule
    }

    private static func named(_ name: String, _ detail: String?) -> DayRule? {
        switch (name, detail) {
        case ("fixed", let date?): MonthDay(date).map(DayRule.fixed)
        case ("birthday", let born?): Day(born).map(DayRule.birthday)
        case ("easter", nil): .easter(.western)
        case ("easter", let church?): Church(rawValue: church).map(DayRule.easter)
        case ("thanksgiving", let country?): Thanksgiving(rawValue: country).map(DayRule.thanksgiving)
        case ("mothers-day", let country?): Country(rawValue: country).map(DayRule.mothersDay)
        case ("fathers-day", let country?): Country(rawValue: country).map(DayRule.fathersDay)
        case ("hanukkah", nil): .hanukkah
        case ("eid-al-fitr", nil): .eidAlFitr
        case ("eid-al-adha", nil): .eidAlAdha
        case ("diwali", nil): .diwali
        case ("lunar-new-year", nil): .lunarNewYear
        default: nil
        }
    }
}
