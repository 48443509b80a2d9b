public import Household
public import HTTPServer
import ServiceKit
public import Store

extension Router<APIContext> {
    mutating func addLogistics() {
        on("GET", "/api/v1/households/:household/occasions/:occasion/gifts/:gift/logistics", showLogistics)
        on("PUT", "/api/v1/households/:household/occasions/:occasion/gifts/:gift/logistics", setLogistics)
    }
}

/// All of it; what is left out is empty from then on.
struct LogisticsBody: RequestBody {
    var logistics: GiftLogistics

    init(_ fields: inout Fields) {
        logistics = GiftLogistics(
            hidingPlace: fields.optionalText("hidingPlace", 1...GiftLogistics.longestPlace), returnBy: fields.optional("returnBy"),
            orderNumber: fields.optionalText("orderNumber", 1...GiftLogistics.longestNumber),
            trackingNumber: fields.optionalText("trackingNumber", 1...GiftLogistics.longestNumber))
    }
}

@Sendable private func showLogistics(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    let known = try await context.store.logistics(of: try path.id("gift"), on: try path.id("occasion"), as: caller)
    return .json(200, known.logistics).with("ETag", EntityTag("\(known.version)").field)
}

@Sendable private func setLogistics(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path), gift: Gift.ID = try path.id("gift"), occasion: Occasion.ID = try path.id("occasion")
    // First whether there is anything here for the caller at all.
    let before = try await context.store.logistics(of: gift, on: occasion, as: caller).version
    let body: LogisticsBody = try request.decode()
    try request.requireMatch(EntityTag("\(before)"))
    // With If-Match the version must still be the one that was read; without, the last to write wins.
    let written = try await context.store.setLogistics(
        body.logistics, of: gift, on: occasion, version: request.headers["If-Match"] == nil ? nil : before, as: caller)
    return .json(200, written.logistics).with("ETag", EntityTag("\(written.version)").field)
}

extension GiftLogistics: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("hidingPlace", hidingPlace)
            $0.field("returnBy", returnBy)
            $0.field("orderNumber", orderNumber)
            $0.field("trackingNumber", trackingNumber)
        }
    }
}
