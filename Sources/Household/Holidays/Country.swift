/// Countries whose Mother's and Father's Days are known, by their ISO 3166 codes.
public enum Country: String, Sendable, CaseIterable {
    case australia = "AU"
    case austria = "AT"
    case belgium = "BE"
    case brazil = "BR"
    case canada = "CA"
    case czechia = "CZ"
    case denmark = "DK"
    case finland = "FI"
    case france = "FR"
    case germany = "DE"
    case hungary = "HU"
    case india = "IN"
    case ireland = "IE"
    case italy = "IT"
    case japan = "JP"
    case mexico = "MX"
    case netherlands = "NL"
    case newZealand = "NZ"
    case norway = "NO"
    case poland = "PL"
    case portugal = "PT"
    case southAfrica = "ZA"
    case spain = "ES"
    case sweden = "SE"
    case switzerland = "CH"
    case unitedKingdom = "GB"
    case unitedStates = "US"

    func mothersDay(in year: Int) -> Day? {
        switch self {
        // Mothering Sunday, the fourth in Lent.
        case .ireland, .unitedKingdom: Easter.western(in: year)?.adding(days: -21)
        case .hungary, .portugal, .spain: .nth(1, .sunday, month: 5, of: year)
        case .mexico: Day(year: year, month: 5, day: 10)
        case .poland: Day(year: year, month: 5, day: 26)
        case .norway: .nth(2, .sunday, month: 2, of: year)
        case .sweden: .last(.sunday, month: 5, of: year)
        case .france: frenchMothersDay(in: year)
        case .australia, .austria, .belgium, .brazil, .canada, .czechia, .denmark, .finland, .germany, .india, .italy, .japan, .netherlands,
            .newZealand, .southAfrica, .switzerland, .unitedStates:
            .nth(2, .sunday, month: 5, of: year)
        }
    }

    func fathersDay(in year: Int) -> Day? {
        switch self {
        case .italy, .portugal, .spain: Day(year: year, month: 3, day: 19)
        // Ascension Day.
        case .germany: Easter.western(in: year)?.adding(days: 39)
        case .denmark: Day(year: year, month: 6, day: 5)
        case .poland: Day(year: year, month: 6, day: 23)
        case .switzerland: .nth(1, .sunday, month: 6, of: year)
        case .austria, .belgium: .nth(2, .sunday, month: 6, of: year)
        case .brazil: .nth(2, .sunday, month: 8, of: year)
        case .australia, .newZealand: .nth(1, .sunday, month: 9, of: year)
        case .finland, .norway, .sweden: .nth(2, .sunday, month: 11, of: year)
        case .canada, .czechia, .france, .hungary, .india, .ireland, .japan, .mexico, .netherlands, .southAfrica, .unitedKingdom, .unitedStates:
            .nth(3, .sunday, month: 6, of: year)
        }
    }

    /// The last Sunday in May, or the first in June where that is Pentecost (Code de l'action sociale, D215-1).
    private func frenchMothersDay(in year: Int) -> Day? {
        let sunday = Day.last(.sunday, month: 5, of: year)
        return sunday == Easter.western(in: year)?.adding(days: 49) ? sunday?.adding(days: 7) : sunday
    }
}
