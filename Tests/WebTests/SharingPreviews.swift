import Household

@testable import Web

/// Settling up and sharing, in their states.
extension Previews {
    static var sharing: [(name: String, html: HTML)] {
        let ben = Face(name: "Ben", paper: Paper(12)), anna = Face(name: "Anna", paper: Paper(3))
        let transfers: [SettleUpPage.Transfer] = [
            .init(fromKey: "m1", toKey: "m2", from: tom, to: ben, amount: euro(4500), secretKeys: "m4", secretFrom: ["Nora"]),
            .init(fromKey: "m3", toKey: "m2", from: hostile, to: anna, amount: euro(123_456), mayTick: false),
        ]
        let gift = SettleUpPage.Shared(
            key: "g1", recipientKey: "r1", name: "A bicycle with a basket, a bell and a light that goes by itself", recipient: "Nora",
            paid: [("Ben", euro(24_000))], shares: [("Ben", euro(8000)), ("Tom", euro(8000)), ("Anna", euro(8000))])
        let waiting = SettleUpPage.Shared(key: "g2", recipientKey: "r2", name: "Telescope", recipient: "Tom", paid: [], shares: [("Ben", euro(0)), ("Anna", euro(0))], isLeftOut: true)
        let full = SettleUpPage(
            occasionKey: "o1", occasionName: "Christmas", transfers: transfers,
            people: [
                .init(face: ben, paid: euro(24_000), borne: euro(8000), open: euro(4500)), .init(face: tom, paid: euro(0), borne: euro(8000), open: euro(-4500)),
                .init(face: anna, paid: euro(8000), borne: euro(8000), open: euro(0)),
            ],
            gifts: [gift, waiting],
            repayments: [.init(key: "p1", from: "Tom", to: "Ben", amount: euro(3500), day: day("2026-11-28"), enteredBy: "Ben"), .init(key: "p2", from: "Anna", to: "Ben", amount: euro(8000), day: day("2026-11-27"), enteredBy: "Anna", mayTakeBack: false)])
        var refused = full, settled = full
        refused.entries = Entries(values: ["amount": "99"], errors: ["amount": "is more than is open between the two. Here is how it stands now."])
        settled.transfers = []
        let shared = SharedGift(paid: [("Ben", euro(24_000))], shares: [("Ben", euro(8000)), ("Tom", euro(5000))], uncovered: euro(11_000), debts: [.init(from: "Tom", to: "Ben", amount: euro(5000))])
        let page = SharingPage(
            key: "g1", recipientKey: "r1", occasionKey: "o1", recipientName: "Nora", giftName: "Bicycle", currency: currency, estimate: euro(24_000), shared: shared,
            people: [.init(key: "m1", face: ben, takesPart: true), .init(key: "m2", face: tom, takesPart: true, amount: euro(5000)), .init(key: "m3", face: hostile, takesPart: false)])
        var first = page, wrong = page
        first.shared = nil
        wrong.entries = Entries(values: ["amount-m2": "1.000", "in-m1": "yes"], errors: ["amount-m2": "could be 1000 or 1.000: type it without the mark"])
        return [
            ("settle-up", full.html(in: frame)), ("settle-up-refused", refused.html(in: quietFrame)), ("settle-up-square", settled.html(in: told)),
            ("settle-up-empty", SettleUpPage(occasionKey: "o1", occasionName: "Christmas", transfers: [], people: [], gifts: [], repayments: []).html(in: quietFrame)),
            ("sharing", page.html(in: quietFrame)), ("sharing-first", first.html(in: quietFrame)), ("sharing-refused", wrong.html(in: quietFrame)),
        ]
    }
}
