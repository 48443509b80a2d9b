import TestSupport

/// Those who plan somebody's presents, doing at random whatever the API lets them do about these presents.
struct Plotters: Sendable {
    /// Where presents for one recipient are planned, and by whom.
    struct Place: Sendable {
        var path: String
        var occasions: [String]
        var recipient: String
        var plotters: [Person]
    }

    private struct Present: Sendable {
        var place: Int
        var occasion: String
        var id: String
        var path: String
    }

    let places: [Place]
    var dice: Dice
    private var presents: [Present] = []
    /// Ids that the subjects must never learn of, by the name they have in templates.
    private(set) var secrets: [String: [String]] = [:]
    /// How often each kind of step succeeded.
    private(set) var done: [String: Int] = [:]

    init(_ places: [Place], seed: UInt64) {
        self.places = places
        dice = Dice(seed: seed)
    }

    /// What a step of this kind does; the words say it in a failure.
    private static let kinds = [
        "plans", "plans", "plans", "buys", "buys", "buys", "takes back", "is refunded", "edits", "edits", "removes", "limits", "unlimits", "notes",
        "scans", "reads notices", "fails", "shops", "chips in", "chips in", "withdraws", "pays back", "hides", "arranges",
        "pays abroad", "is told the rate", "corrects", "returns one", "undoes", "undoes", "restores",
    ]

    mutating func step() async throws -> String {
        let index = Int.random(in: places.indices, using: &dice), place = places[index]
        guard let plotter = dice.pick(place.plotters), let occasion = dice.pick(place.occasions), let kind = dice.pick(Self.kinds) else { return "nothing" }
        let here = presents.filter { $0.place == index }
        let minor = dice.pick([0, 1, 500, 1_999, 24_000, 70_000]) ?? 0
        var answer: Answer?
        switch kind {
        case "plans":
            let status = dice.pick(["idea", "planned", "ordered"]) ?? "idea"
            let body: JSONDocument = [
                "recipient": .text(place.recipient), "name": "Secret \(minor)", "estimate": House.euros(minor), "status": .text(status),
                "notes": "In the cupboard", "url": "https://example.org/secret",
            ]
            answer = try await plotter.ask("POST", "\(place.path)/occasions/\(occasion)/gifts", body)
            if let id = answer?.json.id.string {
                presents.append(Present(place: index, occasion: occasion, id: id, path: "\(place.path)/occasions/\(occasion)/gifts/\(id)"))
                secrets["gift", default: []].append(id)
            }
        case "buys":
            guard let present = dice.pick(here) else { break }
            answer = try await plotter.ask("POST", "\(present.path)/purchase", ["paid": House.euros(minor), "day": "2030-11-20"])
        case "shops":
            let lines = here.filter { $0.occasion == occasion }.suffix(3)
            guard !lines.isEmpty else { break }
            answer = try await plotter.ask("POST", "\(place.path)/occasions/\(occasion)/purchases", [
                "lines": .list(lines.map { ["gift": .text($0.id), "price": House.euros(minor)] }), "shipping": House.euros(490), "additional": true,
            ])
        case "chips in":
            guard let present = dice.pick(here) else { break }
            answer = try await plotter.ask("POST", "\(present.path)/contributions", dice.pick([[:], ["weight": 2], ["amount": House.euros(minor)]]))
            if let id = answer?.json.id.string { secrets["contribution", default: []].append(id) }
        case "withdraws":
            guard let present = dice.pick(here) else { break }
            let parts = try await plotter.ask("GET", "\(present.path)/contributions").json.items.list.compactMap(\.id.string)
            guard let part = dice.pick(parts) else { break }
            answer = try await plotter.ask("DELETE", "\(present.path)/contributions/\(part)")
        case "pays back":
            let open = try await plotter.ask("GET", "\(place.path)/occasions/\(occasion)/settlement").json.items.list.filter { !$0.secretFrom.list.isEmpty }
            guard let transfer = dice.pick(open) else { break }
            answer = try await plotter.ask("POST", "\(place.path)/occasions/\(occasion)/repayments", [
                "from": transfer.from, "to": transfer.to, "amount": transfer.amount, "secretFrom": transfer.secretFrom,
            ])
            if let id = answer?.json.id.string { secrets["repayment", default: []].append(id) }
        case "hides":
            guard let present = dice.pick(here) else { break }
            answer = try await plotter.ask("PUT", "\(present.path)/logistics", ["hidingPlace": "Attic \(minor)", "returnBy": "2031-01-06", "trackingNumber": "XY"])
        case "pays abroad":
            guard let present = dice.pick(here) else { break }
            let paid: JSONDocument = ["minor": .number(Double(minor)), "currency": "CNY"]
            answer = try await plotter.ask("POST", "\(present.path)/purchase", dice.pick([
                ["paid": paid, "additional": true], ["paid": paid, "rate": "0.1283", "additional": true],
            ]))
        case "is told the rate", "corrects", "returns one":
            guard let present = dice.pick(here) else { break }
            let ledger = "\(place.path)/occasions/\(present.occasion)/ledger"
            let entries = try await plotter.ask("GET", ledger).json.items.list
            let purchases = entries.filter { $0.gift.string == present.id && $0.kind.string == "purchase" }.compactMap(\.id.string)
            guard let entry = dice.pick(purchases) else { break }
            secrets["entry", default: []].append(entry)
            let body: JSONDocument = switch kind {
            case "is told the rate": ["rate": "0.1301", "reason": "The bank's"]
            case "corrects": ["paid": House.euros(minor), "reason": "A slip"]
            default: ["refunded": House.euros(minor + 1)]
            }
            answer = try await plotter.ask("POST", "\(ledger)/\(entry)/\(kind == "returns one" ? "refunds" : "corrections")", body)
        case "undoes", "restores":
            let lines = try await plotter.ask("GET", "\(place.path)/activity").json.items.list, known = Set(secrets["gift"] ?? [])
            let own = lines.filter { line in
                let gifts = line.gifts.list.compactMap(\.gift.string)
                return !gifts.isEmpty && known.isSuperset(of: gifts) && (line.kind.string == "removal") == (kind == "restores")
            }
            guard let line = dice.pick(Array(own.prefix(8))), let id = line.id.string else { break }
            answer = try await plotter.ask("POST", "\(place.path)/activity/\(id)/undo")
            if kind == "restores", answer?.status == 201, let gift = line.gifts[0].gift.string, let occasion = line.occasion.string {
                presents.append(Present(place: index, occasion: occasion, id: gift, path: "\(place.path)/occasions/\(occasion)/gifts/\(gift)"))
            }
        case "takes back":
            guard let present = dice.pick(here) else { break }
            answer = try await plotter.ask("DELETE", "\(present.path)/purchase")
        case "is refunded":
            guard let present = dice.pick(here) else { break }
            answer = try await plotter.ask("POST", "\(present.path)/refunds", ["refunded": House.euros(minor + 1)])
        case "edits":
            guard let present = dice.pick(here) else { break }
            let changes: [JSONDocument] = [
                ["name": "Secret no more"], ["status": "wrapped"], ["status": "given"], ["status": "idea"], ["estimate": House.euros(minor)],
                ["estimate": nil, "notes": nil, "url": nil], ["notes": "Moved to the attic"],
            ]
            answer = try await plotter.ask("PATCH", present.path, dice.pick(changes))
        case "removes":
            guard let present = dice.pick(here) else { break }
            answer = try await plotter.ask("DELETE", present.path)
            if answer?.status == 204 { presents.removeAll { $0.id == present.id } }
        case "limits", "unlimits":
            let limit: JSONDocument = kind == "limits" ? House.euros(minor) : .null
            answer = try await plotter.ask("PUT", "\(place.path)/occasions/\(occasion)/limits/\(place.recipient)", ["limit": limit])
        case "notes":
            answer = try await plotter.ask("PATCH", "\(place.path)/recipients/\(place.recipient)", ["notes": "Size \(minor)"])
        case "scans":
            let scan = try await plotter.upload("receipt", to: place.path)
            secrets["scan", default: []].append(scan)
            answer = try await plotter.ask("GET", "\(place.path)/scans/\(scan)")
        case "reads notices":
            let notices = try await plotter.ask("GET", "\(place.path)/notices")
            guard let notice = dice.pick(notices.json.items.list.compactMap(\.id.string)) else { break }
            secrets["notice", default: []].append(notice)
            answer = try await plotter.ask("POST", "\(place.path)/notices/\(notice)/reading")
        case "arranges":
            answer = try await plotter.ask("PATCH", "/api/v1/preferences", dice.pick([
                ["quiet": ["from": "00:00", "to": "23:59"]], ["quiet": nil], ["digest": ["at": "18:00"]], ["digest": ["at": "18:00", "weekday": 7]],
                ["digest": nil], ["mailNotices": false], ["mailNotices": true], ["ways": ["budget": "app"]], ["ways": ["budget": "mail"]],
            ]))
        default:
            // What is refused leaves no trace either.
            guard let present = dice.pick(here) else { break }
            answer = try await plotter.ask("PATCH", present.path, ["name": "", "estimate": ["minor": -1, "currency": "XXX"]])
            if answer?.status == 422 { done[kind, default: 0] += 1 }
        }
        if let answer, (200..<300).contains(answer.status) { done[kind, default: 0] += 1 }
        return "\(plotter.name) \(kind)\(answer.map { " (\($0.status))" } ?? ", but there is nothing")"
    }

    /// The last few of each kind.
    func latestSecrets(_ count: Int) -> [String: [String]] { secrets.mapValues { Array($0.suffix(count)) } }
}
