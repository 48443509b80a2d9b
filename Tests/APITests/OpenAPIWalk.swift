import Foundation
import Household
import HTTPServer
import Store
import TestSupport

/// Calls every operation of the API once where it succeeds, and many where they refuse.
struct OpenAPIWalk {
    let caller: OpenAPICaller

    static let ann: JSON = ["email": "ann@example.org", "password": "a long enough one", "name": "Ann"]
    static let ben: JSON = ["email": "ben@example.org", "password": "a long enough two", "name": "Ben"]

    /// A household with one of everything; the ids by the names of the path parameters.
    func prepare() async throws -> [String: String] {
        try await signIn(Self.ann)
        let household = try await caller.call("POST", "/households", ["name": "Family", "currency": "EUR", "zone": "Europe/Dublin"], take: "id")
        let home = "/households/\(household)"
        let member = try await caller.call("GET", home, take: "me")
        let occasion = try await caller.call(
            "POST", home + "/occasions", ["name": "Christmas", "day": "2030-12-25", "limit": ["minor": 1000, "currency": "EUR"]], take: "id")
        let recipient = try await caller.call("POST", home + "/recipients", ["name": "Grandma", "notes": "Likes tea"], take: "id")
        let gift = try await caller.call(
            "POST", "\(home)/occasions/\(occasion)/gifts",
            ["recipient": .string(recipient), "name": "Tea", "estimate": ["minor": 900, "currency": "EUR"], "url": "https://example.org/tea"], take: "id")
        let event = try await caller.call(
            "POST", home + "/events",
            ["title": "Choir", "start": ["local": "2030-01-07T18:00", "zone": "Europe/Dublin"], "recurrence": "FREQ=WEEKLY", "alarms": [30]], take: "id")
        let job = try await administer(as: Self.ann["email"].text)
        let category = try await caller.call(
            "POST", home + "/categories", ["name": "Groceries", "limit": ["minor": 40_000, "currency": "EUR"]], take: "id")
        return [
            "category": category, "household": household, "member": member, "occasion": occasion, "recipient": recipient, "gift": gift, "event": event, "job": job,
        ]
    }

    func run() async throws {
        try await caller.call("GET", "/openapi.json")
        try await caller.call("GET", "/households")
        let ids = try await prepare()
        func id(_ name: String) -> String { ids[name] ?? "" }
        let home = "/households/\(id("household"))", occasion = "\(home)/occasions/\(id("occasion"))", gift = "\(occasion)/gifts/\(id("gift"))"
        try await accounts()
        try await households(home, me: id("member"), occasion, gift)
        try await budgets(home, occasion, recipient: id("recipient"))
        try await gifts(occasion, gift, recipient: id("recipient"))
        try await imports(occasion)
        try await caller.call("GET", "\(home)/recipients/\(id("recipient"))/gifts?like=tea")
        try await notices(home)
        try await scans(home)
        try await events(home, id("event"))
        try await undoing(home, occasion, recipient: id("recipient"))
        try await caller.call("GET", home + "/export")
        try await jobs(id("job"))
        for path in [gift, "\(home)/recipients/\(id("recipient"))", occasion, "\(home)/events/\(id("event"))"] { try await caller.call("DELETE", path) }
        try await caller.call("DELETE", "/sessions/current")
        try await signIn(Self.ann)
        try await caller.call("DELETE", "/sessions")
        try await caller.call("GET", "/sessions/current")
    }

    /// Signs up, where that is new, and in; the token, which later calls carry.
    @discardableResult
    func signIn(_ person: JSON) async throws -> String {
        await caller.become(nil)
        try await caller.call("POST", "/accounts", person)
        let credentials: JSON = ["email": person["email"], "password": person["password"]]
        let token = try await caller.call("POST", "/sessions", credentials, take: "token")
        await caller.become(token)
        return token
    }

    private func accounts() async throws {
        try await caller.call("POST", "/sessions", ["email": "nobody@example.org", "password": "wrong"])
        try await caller.call("POST", "/accounts", ["email": "no address", "password": "short"])
        try await caller.send("POST", "/accounts", Array("{".utf8), headers: ["Content-Type": "application/json"])
        try await caller.send("POST", "/accounts", [], headers: ["Content-Type": "text/plain"])
        try await caller.call("GET", "/sessions/current")
        try await caller.call("GET", "/preferences")
        try await caller.call("PATCH", "/preferences", [
            "mailNotices": false, "quiet": ["from": "21:00", "to": "07:30"], "digest": ["at": "18:00", "weekday": 5], "ways": ["reminder": "none"],
        ])
        try await caller.call("GET", "/preferences")
        try await caller.call("PATCH", "/preferences", ["quiet": ["from": "21:00", "to": "21:00"]])
        try await caller.call("PATCH", "/preferences", ["quiet": .null, "digest": .null])
        try await caller.call("GET", "/stream")
    }

    private func households(_ home: String, me: String, _ occasion: String, _ gift: String) async throws {
        try await caller.call("GET", "/households")
        try await caller.call("PATCH", home, ["name": "The family"])
        try await caller.call("PATCH", home, ["currency": "USD"])
        try await caller.call("GET", home + "/members")
        try await caller.call("PATCH", home + "/members/\(me)", ["role": "adult"])
        let withdrawn = try await caller.call("POST", home + "/invitations", ["role": "adult", "email": "cat@example.org"], take: "id")
        try await caller.call("GET", home + "/invitations")
        try await caller.call("DELETE", home + "/invitations/\(withdrawn)")
        let link = try await caller.call("POST", home + "/invitations", ["role": "child"], take: "link")
        let path = "/invitations/\(link.split(separator: "/").last ?? "")"
        try await caller.call("GET", path)
        try await caller.call("GET", "/invitations/unknown")
        try await signIn(Self.ben)
        try await caller.call("GET", home)
        let ben = try await caller.call("POST", path + "/acceptance", take: "member")
        try await caller.call("POST", path + "/acceptance")
        try await caller.call("PATCH", home, ["name": "Mine"])
        try await caller.call("POST", home + "/invitations", ["role": "adult"])
        try await signIn(Self.ann)
        try await caller.call("PATCH", home + "/members/\(ben)", ["role": "adult"])
        try await caller.call("POST", home + "/recipients", ["name": "Ann", "member": .string(me)])
        try await caller.call("POST", home + "/recipients", ["name": "Ann and Ben", "member": .string(me), "members": [.string(ben)]])
        let couple = try await caller.call("POST", home + "/recipients", ["name": "Ann and Ben", "members": [.string(me), .string(ben)]], take: "id")
        try await caller.call("DELETE", "\(home)/recipients/\(couple)/surprise")
        try await repayments(occasion, gift, from: ben, to: me)
        try await caller.call("GET", home + "/sharing")
        try await caller.call("PATCH", home + "/sharing", ["mailbox": [.string(me)]])
        try await caller.call("PATCH", home + "/sharing", ["mailbox": [.string(ben)]])
        try await caller.call("PATCH", home + "/sharing", ["mailbox": [], "device": [.string(ben)]])
        try await caller.call("PATCH", home + "/sharing", ["device": []])
        try await signIn(Self.ann)
        try await caller.call("DELETE", home + "/members/\(ben)")
        try await caller.call("DELETE", home + "/members/\(me)")
    }

    private func budgets(_ home: String, _ occasion: String, recipient: String) async throws {
        let limit: JSON = ["minor": 500, "currency": "EUR"]
        try await caller.call("GET", home + "/occasions")
        try await caller.call("GET", occasion)
        try await caller.call("PATCH", occasion, ["revealDay": "2030-12-26", "limit": limit], headers: ["If-Match": "*"])
        try await caller.call("PATCH", occasion, ["name": "Yule"], headers: ["If-Match": "\"another\""])
        try await caller.call("PATCH", occasion, ["limit": ["minor": -1, "currency": "XXXX"]])
        try await caller.call("PUT", "\(occasion)/limits/\(recipient)", ["limit": limit])
        try await caller.call("PUT", "\(occasion)/limits/\(recipient)", ["limit": ["minor": 1, "currency": "USD"]])
        try await caller.call("GET", home + "/recipients")
        try await caller.call("GET", "\(home)/recipients/\(recipient)")
        try await caller.call("GET", "\(home)/recipients/\(recipient)/gifts")
        try await caller.call("PUT", "\(home)/recipients/\(recipient)/surprise")
        try await caller.call("DELETE", "\(home)/recipients/\(recipient)/surprise")
        try await caller.call("PATCH", "\(home)/recipients/\(recipient)", ["name": "Granny", "members": []])
        try await caller.call("PATCH", "\(home)/recipients/\(recipient)", ["name": "Nan"], headers: ["If-Match": "\"another\""])
        try await caller.call("GET", "\(home)/occasions/no-id")
        try await plans(home, occasion)
        try await categories(home, occasion)
    }

    private func categories(_ home: String, _ occasion: String) async throws {
        let category = try await caller.call("POST", home + "/categories", ["name": "Heating"], take: "id")
        let path = "\(home)/categories/\(category)"
        try await caller.call("POST", home + "/categories", ["name": "heating"])
        try await caller.call("GET", home + "/categories")
        try await caller.call("GET", home + "/categories?month=2030-12")
        try await caller.call("GET", home + "/categories?month=soon")
        try await caller.call("GET", path)
        try await caller.call("PATCH", path, ["limit": ["minor": 100, "currency": "EUR"]])
        try await caller.call("PATCH", path, ["name": "Gas"], headers: ["If-Match": "\"another\""])
        try await caller.call("PUT", "\(occasion)/categories/\(category)", ["limit": ["minor": 100, "currency": "EUR"]])
        try await caller.call("PUT", "\(occasion)/categories/\(category)", ["limit": ["minor": 100, "currency": "USD"]])
        try await caller.call("GET", occasion + "/categories")
        let amount: JSON = ["minor": 250, "currency": "EUR"]
        let entry = try await caller.call("POST", path + "/entries", ["amount": amount, "day": "2030-12-01", "note": "Oil"], take: "id")
        try await caller.call("POST", path + "/entries", ["amount": ["minor": 1, "currency": "USD"]])
        try await caller.call("DELETE", "\(path)/entries/\(entry)")
        try await caller.call("GET", path + "/entries?month=2030-12")
        try await caller.call("GET", path + "/entries?month=2030-13")
        try await caller.call("DELETE", path)
    }

    private func plans(_ home: String, _ occasion: String) async throws {
        let easter = try await caller.call("POST", home + "/occasions", ["name": "Easter", "rule": "easter", "thresholds": [50]], take: "id")
        try await caller.call("POST", home + "/occasions", ["name": "Easter", "rule": "easter", "day": "2030-12-25"])
        try await caller.call("POST", home + "/occasions", ["name": "Easter", "rule": "someday"])
        try await caller.call("PATCH", "\(home)/occasions/\(easter)", ["rule": "eid-al-fitr", "thresholds": .null])
        try await caller.call("PATCH", "\(home)/occasions/\(easter)", ["rule": .null])
        try await caller.call("GET", home + "/holidays")
        try await caller.call("GET", home + "/holidays?country=US")
        try await caller.call("GET", home + "/holidays?country=Atlantis")
        try await caller.call("GET", occasion + "/pace")
        try await caller.call("GET", "\(home)/occasions/\(easter)/pace")
        try await caller.call("GET", home + "/savings")
        try await caller.call("POST", occasion + "/copies", ["ideas": true])
        try await caller.call("POST", occasion + "/copies", ["name": "Yule", "day": "2031-12-21"])
        try await caller.call("GET", home + "/thresholds")
        try await caller.call("PATCH", home + "/thresholds", ["household": [75, 100], "mine": [90]])
        try await caller.call("PATCH", home + "/thresholds", ["household": .null, "mine": [0]])
        try await caller.call("PATCH", home + "/thresholds", ["household": [80, 100], "mine": .null])
    }

    /// A purchase in another currency, from its entry without a rate on.
    private func abroad(_ occasion: String, _ gift: String) async throws {
        let paid: JSON = ["paid": ["minor": 50_000, "currency": "CNY"], "additional": true]
        let entry = occasion + "/ledger/" + (try await caller.call("POST", gift + "/purchase", paid, take: "id"))
        try await caller.call("POST", entry + "/refunds", ["refunded": ["minor": 1, "currency": "EUR"]])
        try await caller.call("POST", entry + "/corrections", ["rate": "much"])
        try await caller.call("POST", entry + "/corrections", ["rate": "0.1283"])
        try await caller.call("POST", entry + "/corrections", ["paid": ["minor": 40_000, "currency": "CNY"], "reason": "Read the wrong line"])
        try await caller.call("POST", entry + "/refunds", ["refunded": ["minor": 100, "currency": "EUR"], "reason": "Chipped"])
        try await caller.call("POST", entry + "/refunds", ["refunded": ["minor": 99_999, "currency": "EUR"]])
    }

    private func gifts(_ occasion: String, _ gift: String, recipient: String) async throws {
        try await caller.call("GET", occasion + "/gifts?recipient=\(recipient)")
        try await caller.call("GET", occasion + "/gifts?recipient=nobody")
        try await caller.call("GET", gift)
        try await caller.call("PATCH", gift, ["status": "ordered", "notes": "Green"])
        try await caller.call("PATCH", gift, ["name": "Coffee"], headers: ["If-Match": "\"another\""])
        let paid: JSON = ["paid": ["minor": 2500, "currency": "EUR"], "day": "2030-12-01"]
        try await caller.call("POST", gift + "/purchase", paid, headers: ["Idempotency-Key": "once"])
        try await caller.call("POST", gift + "/purchase", paid, headers: ["Idempotency-Key": "once"])
        try await caller.call("POST", gift + "/purchase", ["paid": ["minor": 1, "currency": "USD"]])
        try await caller.call("POST", gift + "/purchase", paid)
        try await caller.call("POST", occasion + "/purchases", ["lines": [["gift": .string(id(of: gift)), "price": ["minor": 9, "currency": "EUR"]]]])
        try await caller.call("POST", occasion + "/purchases", ["lines": []])
        let basket: JSON = [
            "lines": [["gift": .string(id(of: gift)), "price": ["minor": 9, "currency": "EUR"]]], "tax": ["minor": 1, "currency": "EUR"], "additional": true,
        ]
        try await caller.call("POST", occasion + "/purchases", basket)
        let part = try await caller.call("POST", gift + "/contributions", ["weight": 2], take: "id")
        try await caller.call("POST", gift + "/contributions", ["amount": ["minor": 100, "currency": "EUR"]])
        try await caller.call("POST", gift + "/contributions", ["amount": ["minor": 100, "currency": "EUR"], "weight": 1])
        try await caller.call("GET", gift + "/contributions")
        try await caller.call("GET", occasion + "/settlement")
        try await caller.call("DELETE", "\(gift)/contributions/\(part)")
        try await logistics(gift)
        try await caller.call("POST", gift + "/refunds", ["refunded": ["minor": 100, "currency": "EUR"]])
        try await caller.call("POST", gift + "/refunds", ["refunded": ["minor": 99_999, "currency": "EUR"]])
        try await abroad(occasion, gift)
        try await checkBudgets()
        try await caller.call("POST", gift + "/revelation")
        try await caller.call("DELETE", gift + "/purchase")
        try await caller.call("GET", gift)
        try await caller.call("GET", occasion + "/ledger")
        try await caller.call("GET", occasion + "/ledger?asOf=2030-01-01")
        try await caller.call("GET", occasion + "/ledger?asOf=yesterday")
        try await caller.call("GET", occasion + "/budget")
        try await caller.call("GET", occasion + "/budget?asOf=2026-01-01")
        try await caller.call("GET", occasion + "/budget?asOf=yesterday")
        try await caller.call("GET", occasion + "/ledger", headers: ["Accept": "text/csv"])
    }

    private func undoing(_ home: String, _ occasion: String, recipient: String) async throws {
        let gift = try await caller.call("POST", occasion + "/gifts", ["recipient": .string(recipient), "name": "Jam"], take: "id")
        try await caller.call("POST", "\(occasion)/gifts/\(gift)/purchase", ["paid": ["minor": 900, "currency": "EUR"]])
        let bought = try await latest(occasion)
        try await caller.call("POST", "\(occasion)/gifts/\(gift)/refunds", ["refunded": ["minor": 100, "currency": "EUR"]])
        let refunded = try await latest(occasion)
        try await caller.call("POST", "\(home)/activity/\(bought)/undo")
        let undone = try await caller.call("POST", "\(home)/activity/\(refunded)/undo", take: "id")
        for line in [refunded, undone, bought] { try await caller.call("POST", "\(home)/activity/\(line)/undo") }
        try await caller.call("DELETE", "\(occasion)/gifts/\(gift)")
        try await caller.call("POST", "\(home)/activity/\(try await latest(occasion))/undo")
        let spare = try await caller.call("POST", home + "/occasions", ["name": "Never", "day": "2031-01-01"], take: "id")
        try await caller.call("DELETE", "\(home)/occasions/\(spare)")
        try await caller.call("GET", home + "/activity")
    }

    /// The line of what was done last on an occasion.
    private func latest(_ occasion: String) async throws -> String {
        try await caller.call("GET", occasion + "/activity")?["items"].elements.first?["id"].text ?? ""
    }

    private func repayments(_ occasion: String, _ gift: String, from debtor: String, to creditor: String) async throws {
        try await caller.call("POST", gift + "/purchase", ["paid": ["minor": 900, "currency": "EUR"], "additional": true])
        try await caller.call("POST", gift + "/contributions", ["member": .string(debtor), "amount": ["minor": 300, "currency": "EUR"]])
        let body: JSON = ["from": .string(debtor), "to": .string(creditor), "amount": ["minor": 300, "currency": "EUR"], "day": "2030-12-27"]
        let id = try await caller.call("POST", occasion + "/repayments", body, take: "id")
        try await caller.call("POST", occasion + "/repayments", body)
        try await caller.call("GET", occasion + "/repayments")
        try await caller.call("DELETE", "\(occasion)/repayments/\(id)")
        try await caller.call("DELETE", gift + "/purchase")
    }

    private func logistics(_ gift: String) async throws {
        try await caller.call("GET", gift + "/logistics")
        try await caller.call("PUT", gift + "/logistics", ["hidingPlace": "Attic", "returnBy": "2031-01-06"])
        try await caller.call("PUT", gift + "/logistics", ["orderNumber": ""])
        try await caller.call("PUT", gift + "/logistics", ["orderNumber": "A-17"], headers: ["If-Match": "\"another\""])
    }

    private func id(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

    private func imports(_ occasion: String) async throws {
        let sheet = Array("For,Gift,Price\nTom,Bike,12.50\nTom,,1\n".utf8), table: HTTPHeaders = ["Content-Type": "text/csv"]
        try await caller.send("POST", occasion + "/imports?preview=true", sheet, headers: table)
        try await caller.send("POST", occasion + "/imports", sheet, headers: table)
        try await caller.send("POST", occasion + "/imports", Array("For,Gift,Price\nTom,Bike,1.000\n".utf8), headers: table)
        try await caller.send("POST", occasion + "/imports?decimalMark=colon", sheet, headers: table)
        try await caller.send("POST", occasion + "/imports", Array("Colour\nred\n".utf8), headers: table)
        try await caller.send("POST", occasion + "/imports", sheet, headers: ["Content-Type": "text/plain"])
        try await caller.call("GET", occasion + "/gifts", headers: ["Accept": "text/csv"])
    }

    private func notices(_ home: String) async throws {
        let list = try await caller.call("GET", home + "/notices?unread=true") ?? .null
        guard let notice = list["items"].elements.first else { throw UnexpectedAnswer(description: "there is no notice") }
        try await caller.call("POST", "\(home)/notices/\(notice["id"].text)/reading")
        try await caller.call("GET", home + "/notices")
    }

    private func jobs(_ job: String) async throws {
        let path = "/administration/jobs"
        try await caller.call("GET", path)
        try await caller.call("GET", path + "?state=dead&queue=ocr&kind=scan.read")
        try await caller.call("GET", path + "?state=asleep")
        try await caller.call("GET", path + "/statistics")
        try await caller.call("GET", "\(path)/\(job)")
        try await caller.call("POST", "\(path)/\(job)/burial", ["reason": "Already"])
        try await caller.call("POST", "\(path)/\(job)/retry")
        try await caller.call("POST", "\(path)/\(job)/retry")
        try await caller.call("POST", "\(path)/\(job)/burial", ["reason": " "])
        try await caller.call("POST", "\(path)/\(job)/burial", ["reason": "No longer wanted"])
        try await signIn(Self.ben)
        try await caller.call("GET", path)
        try await caller.call("GET", path + "/statistics")
        try await caller.call("GET", "\(path)/\(job)")
        try await signIn(Self.ann)
    }

    private func events(_ home: String, _ event: String) async throws {
        let path = "\(home)/events/\(event)"
        try await caller.call("POST", home + "/events", ["title": "Trip", "start": ["day": "2030-01-08"], "end": ["day": "2030-01-09"]])
        try await caller.call("POST", home + "/events", ["title": "Trip", "start": ["day": "2030-01-08"], "end": ["day": "2030-01-01"]])
        try await caller.call("GET", home + "/events?from=2030-01-01&to=2030-01-31")
        try await caller.call("GET", home + "/events?from=soon")
        try await caller.call("GET", path)
        try await caller.call("GET", path + ".ics")
        try await caller.call("GET", path, headers: ["If-None-Match": "*"])
        try await caller.call("PATCH", path, ["location": "Hall"])
        try await caller.call("PATCH", path, ["location": "Home"], headers: ["If-Match": "\"another\""])
        try await caller.call("PUT", path, ["title": "Choir", "start": ["day": "2030-01-07"]])
    }
}
