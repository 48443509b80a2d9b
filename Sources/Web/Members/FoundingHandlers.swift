import Foundation
import Household
import HTTPServer
import ServiceKit
import Store

/// Making a household.
struct FoundingHandlers: Sendable {
    let visit: Visit

    func show(_ refused: Entries? = nil) async throws -> HTTPResponse {
        let key = try visit.key
        let account = try await visit.store.account(key)
        let home = try await visit.store.households(key).first
        let page = NewHouseholdPage(
            viewerName: account.name, back: home.map { "/h/\($0.profile.id)" }, currencies: Choices.currencies, zones: Choices.zones,
            entries: refused ?? Entries(values: ["currency": likelyCurrency, "zone": account.zone.name]))
        return visit.page(page.html(in: visit.doorFrame), status: refused == nil ? 200 : 422)
    }

    func found(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let name = form.text("name", upTo: 80)
        guard let currency = Currency(form["currency"]), let zone = Zone(form["zone"]) else { throw Problem.notFound }
        guard form.isSound else { return try await show(form.entries) }
        let profile = HouseholdProfile(id: .init(.v7()), name: name, currency: currency, zone: zone)
        _ = try await visit.store.foundHousehold(profile, by: try visit.key)
        return visit.seeOther("/h/\(profile.id)")
    }

    /// That of the country the browser is set to, or the euro.
    private var likelyCurrency: String {
        let language = (visit.request.headers["Accept-Language"] ?? "").prefix { $0 != "," && $0 != ";" }
        let code = Locale(identifier: String(language.prefix(16))).currency?.identifier
        return code.flatMap { Currency($0) }?.code ?? "EUR"
    }
}

/// What settings are chosen from.
enum Choices {
    /// "Euro (EUR)", in the order of their names.
    static let currencies = Currency.all.map { Field.Choice($0.code, "\(name(of: $0)) (\($0.code))") }.sorted { $0.label < $1.label }

    private static func name(of currency: Currency) -> String {
        Locale(identifier: "en").localizedString(forCurrencyCode: currency.code) ?? currency.code
    }

    static let zones = (["UTC"] + TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }.sorted()).map { Field.Choice($0, $0.replacing("_", with: " ")) }

    static let roles = Role.allCases.map { Field.Choice($0.rawValue, $0.label) }
}

extension Role {
    var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// "as an adult: plans, buys and invites"
    var invitationWords: String {
        switch self {
        case .organiser: "as an organiser, who runs the household with them"
        case .adult: "as an adult: you plan, buy and invite"
        case .child: "as a child: you plan and buy"
        case .guest: "as a guest: you see the calendar, but no budgets"
        }
    }
}
