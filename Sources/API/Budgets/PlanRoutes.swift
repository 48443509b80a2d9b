import Foundation
import Household
public import HTTPServer
import Store

/// What a budget is planned with: days to choose, pace, savings, and the season after.
extension Router<APIContext> {
    mutating func addPlans() {
        on("GET", "/api/v1/households/:household/holidays", listHolidays)
        on("GET", "/api/v1/households/:household/savings", showSavings)
        on("GET", "/api/v1/households/:household/occasions/:occasion/pace", showPace)
        on("POST", "/api/v1/households/:household/occasions/:occasion/copies", copyOccasion)
        on("GET", "/api/v1/households/:household/thresholds", showThresholds)
        on("PATCH", "/api/v1/households/:household/thresholds", changeThresholds)
    }
}

struct NewCopy: RequestBody {
    var name: String?
    var day: Day?
    var ideas: Bool

    init(_ fields: inout Fields) {
        name = fields.optionalText("name", 1...200)
        day = fields.optional("day")
        ideas = fields.optional("ideas") ?? false
    }
}

struct ThresholdChange: RequestBody {
    var household: Change<[Int]>
    var mine: Change<[Int]>

    init(_ fields: inout Fields) {
        household = fields.thresholds("household")
        mine = fields.thresholds("mine")
        fields.check(household != .clear, "household", "must be a list")
    }
}

/// `?country=` adds the days of one country.
@Sendable private func listHolidays(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let membership = try await context.store.membership(try context.caller(request, path))
    var country: Country?
    if let code = request.query["country"] {
        country = Country(rawValue: code)
        guard country != nil else {
            throw Problem.invalid([.init("/country", "must be one of \(Country.allCases.map(\.rawValue).sorted().joined(separator: ", "))")])
        }
    }
    let today = membership.zone.day(at: .now)
    return .list(Holiday.all(in: country).map { HolidayAnswer(holiday: $0, today: today) })
}

@Sendable private func showPace(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .json(200, PaceAnswer(view: try await context.store.occasion(try path.id("occasion"), as: try context.caller(request, path))))
}

@Sendable private func showSavings(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let currency = try await context.store.membership(caller).currency
    let coming = try await context.store.occasions(as: caller).filter { $0.daysLeft >= 0 && $0.occasion.currency == currency }
    return .json(200, SavingsAnswer(coming: coming))
}

@Sendable private func copyOccasion(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: NewCopy = try request.decode()
    let copy = try await context.store.copyOccasion(
        try path.id("occasion"), to: try context.newID(request), OccasionCopy(name: body.name, day: body.day, withIdeas: body.ideas), as: caller)
    let household: HouseholdProfile.ID = try path.id("household")
    return .created(copy, at: "/api/v1/households/\(household)/occasions/\(copy.occasion.id)")
}

@Sendable private func showThresholds(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    .json(200, ThresholdAnswer(try await context.store.thresholds(as: try context.caller(request, path))))
}

@Sendable private func changeThresholds(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let body: ThresholdChange = try request.decode()
    return .json(200, ThresholdAnswer(try await context.store.changeThresholds(
        household: body.household.applied(to: nil), mine: body.mine.asOptional, as: caller)))
}
