import Foundation
import Household

/// The days that come every year, to choose from.
enum RuleChoice {
    private static let none = Field.Choice("", "None of these")

    /// Those of many places.
    static let everywhere = [none] + choices(Holiday.all(in: nil))

    /// Those, and the Mother's, Father's and Thanksgiving Days of each country, by its name.
    private static let all = everywhere + Country.allCases.map { country in
        (name: Locale(identifier: "en").localizedString(forRegionCode: country.rawValue) ?? country.rawValue, country)
    }.sorted { $0.name < $1.name }.flatMap { name, country in
        choices(Holiday.all(in: country).filter { day in !Holiday.all(in: nil).contains(day) }, suffix: ", \(name)")
    }

    /// All of them, and the present one where it is none of these, such as a birthday.
    static func offered(present: DayRule?) -> [Field.Choice] {
        guard let present, !all.contains(where: { $0.value == present.description }) else { return all }
        return all + [.init(present.description, "As it is now")]
    }

    private static func choices(_ days: [Holiday], suffix: String = "") -> [Field.Choice] {
        days.map { Field.Choice($0.rule.description, $0.name + suffix) }
    }
}

extension FormReader {
    /// The fields "day" and "rule" of an occasion. The day that is typed says which season is meant; without one it is the
    /// next by the rule. A nil day is refused.
    mutating func occasionDay(today: Day) -> (day: Day?, rule: DayRule?) {
        let rule = DayRule(self["rule"])
        if rule == nil, !self["rule"].isEmpty { refuse("rule", "is none of the choices") }
        let day = self["day"].isEmpty ? rule?.next(after: today.adding(days: -1)) : day("day")
        if self["day"].isEmpty, rule == nil { refuse("day", "is needed") }
        if let rule, let day, !rule.falls(on: day) { refuse("day", "is another day than the one chosen below") }
        if day == nil { refuse("day", "is needed") }
        return (day, rule)
    }
}
