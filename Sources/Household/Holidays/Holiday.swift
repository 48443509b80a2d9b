/// A day with a name, to choose from when an occasion is planned.
public struct Holiday: Sendable, Hashable {
    public var name: String
    public var rule: DayRule

    /// The days of many places, and the Mother's, Father's and Thanksgiving Days of one country where it is known.
    public static func all(in country: Country?, language: Language = .english) -> [Holiday] {
        var days: [(String, DayRule?)] = switch language {
        case .english:
            [
                ("Epiphany", fixed(1, 6)), ("Lunar New Year", .lunarNewYear), ("Valentine’s Day", fixed(2, 14)), ("Easter", .easter(.western)),
                ("Orthodox Easter", .easter(.orthodox)), ("Eid al-Fitr", .eidAlFitr), ("Eid al-Adha", .eidAlAdha), ("Diwali", .diwali),
                ("Hanukkah", .hanukkah), ("St Nicholas", fixed(12, 6)), ("Christmas Eve", fixed(12, 24)), ("Christmas", fixed(12, 25)),
                ("Orthodox Christmas", fixed(1, 7)), ("New Year’s Eve", fixed(12, 31)),
            ]
        }
        if let country {
            switch language {
            case .english:
                days += [
                    ("Mother’s Day", .mothersDay(country)), ("Father’s Day", .fathersDay(country)),
                    ("Thanksgiving", DayRule.Thanksgiving(rawValue: country.rawValue).map(DayRule.thanksgiving)),
                ]
            }
        }
        return days.compactMap { name, rule in rule.map { Holiday(name: name, rule: $0) } }
    }

    private static func fixed(_ month: Int, _ day: Int) -> DayRule? { MonthDay(month: month, day: day).map(DayRule.fixed) }
}
