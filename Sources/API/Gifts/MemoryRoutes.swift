public import Household
public import HTTPServer
public import Store

extension Router<APIContext> {
    mutating func addGiftMemory() {
        on("GET", "/api/v1/households/:household/recipients/:recipient/gifts", showMemory)
    }
}

/// `?like=` keeps what is much the same as a gift of that name.
@Sendable private func showMemory(_ request: HTTPRequest, _ path: Path, _ context: APIContext) async throws -> HTTPResponse {
    let caller = try context.caller(request, path)
    var memory = try await context.store.giftMemory(of: try path.id("recipient"), besides: nil, as: caller)
    if let name = request.query["like"] {
        let likeness = GiftLikeness(String(name.prefix(300)))
        memory = memory.filter { GiftLikeness($0.name).isLike(likeness) }
    }
    return .list(memory)
}

extension PastGift: JSONValue {
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.field("gift", gift)
            $0.field("direction", direction.rawValue)
            $0.field("name", name)
            $0.field("occasion", occasion)
            $0.field("day", day)
            $0.field("paid", paid)
        }
    }
}

extension Description {
    static let giftMemory = Description(
        tag: "Memory",
        components: [
            "PastGift": .object(
                .always("gift", .id), .always("direction", Schema.word(of: PastGift.Direction.self).describing("Received: the caller got it from the recipient.")),
                .always("name", .text), .always("occasion", Schema.text.describing("Its name.")), .always("day", .day),
                .always("paid", Schema.component("Money").orNull))
        ],
        operations: [
            Operation(
                "listPastGifts", "GET", household + "/recipients/:recipient/gifts", "What a recipient got, and what the caller got from them",
                query: [.init(name: "like", schema: .text, words: "Only what is much the same as a gift of this name.")],
                .json("The latest first.", .page(of: .component("PastGift"))))
        ])
}
