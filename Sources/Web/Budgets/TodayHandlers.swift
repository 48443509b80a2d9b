import Foundation
import Household
import HTTPServer
import Store

extension Router<WebContext> {
    mutating func addToday() {
        page("/h/:household") { room, _ in try await TodayHandlers(room: room).show() }
    }
}

/// The page a household opens with.
struct TodayHandlers: Sendable {
    let room: Room

    /// Remembers the household last looked at, so that the start leads there.
    static let homeCookie = "mantel-home"
    private static let homeLifetime = Duration.seconds(400 * 86_400)

    /// Days ahead, and how much of everything, that the page shows.
    private static let (daysAhead, eventsShown, giftsShown, noticesShown) = (31, 5, 5, 3)

    func show() async throws -> HTTPResponse {
        try await room.store.touchSession(try room.visit.key)
        async let notices = room.store.notices(limit: Self.noticesShown, unreadOnly: true, as: room.caller)
        async let scans = room.store.scans(limit: ScanHandlers.listed, as: room.caller)
        async let events = CalendarHandlers(room: room).entries(from: room.today, to: room.today.adding(days: Self.daysAhead))
        let page = TodayPage(
            today: room.today, occasion: try await occasion(),
            notices: try await notices.map { NoticeHandlers.card($0, in: room.frame) },
            upcoming: try await events.prefix(Self.eventsShown).map {
                .init(key: $0.key, title: $0.title, day: $0.day, time: $0.time, place: $0.place)
            },
            toCheck: try await scans.count { $0.state == .ready && !$0.isConfirmed })
        let response = room.page(page.html(in: room.frame))
        guard room.visit.request.cookie(Self.homeCookie) != room.household.id.description else { return response }
        return response.setting(room.context.cookie(Self.homeCookie, room.household.id.description, maximumAge: Self.homeLifetime))
    }

    private func occasion() async throws -> TodayPage.Occasion? {
        guard let view = try await OccasionChoice(room: room).occasion(nil) else { return nil }
        let id = view.occasion.id
        async let gifts = room.store.gifts(on: id, for: nil, as: room.caller)
        async let recipients = room.store.recipients(on: id, as: room.caller)
        async let entries = room.store.ledger(of: id, after: nil, limit: GiftHandlers.largestLedger, as: room.caller).entries
        let people = Dictionary(uniqueKeysWithValues: try await recipients.map { ($0.recipient.id, room.face($0.recipient)) })
        let known = try await gifts.compactMap { gift in people[gift.recipient].map { (gift, $0) } }
        let toBuy = known.filter { !$0.0.status.isBought }
        return TodayPage.Occasion(
            countdown: OccasionCountdown(name: view.occasion.name, days: view.daysLeft, day: view.occasion.day), toBuy: toBuy.count,
            pile: Pile(parcels: known.map { Parcel(paper: $1.paper, price: ($0.actual ?? $0.estimate)?.minor, isWrapped: $0.status.isBought) }),
            people: try await recipients.map { RecipientCard($0, room: room, currency: view.occasion.currency) },
            next: toBuy.prefix(Self.giftsShown).map { gift, face in
                NextGift(key: "\(gift.id)", recipientKey: "\(gift.recipient)", face: face, name: gift.name, estimate: gift.estimate)
            },
            pace: PaceChart(of: view, try await entries, in: room))
    }
}

extension RecipientCard {
    /// Where the viewer is a subject, the card says the same whatever there is.
    init(_ view: RecipientView, room: Room, currency: Currency) {
        let nothing = Money(minor: 0, currency: currency)
        self.init(
            key: "\(view.recipient.id)", face: room.face(view.recipient),
            tally: view.tally ?? Tally(limit: nil, planned: nothing, spent: nothing, gifts: 0, bought: 0), isViewer: view.tally == nil,
            isSurprise: view.recipient.chosen.contains(room.me))
    }
}

/// Which occasion a page is about.
struct OccasionChoice: Sendable {
    let room: Room

    /// The occasion asked for, else the next one, else the one that was last. Nil where there is none.
    func occasion(_ asked: String?) async throws -> OccasionView? {
        let all = try await room.store.occasions(as: room.caller)
        if let asked, !asked.isEmpty {
            guard let found = all.first(where: { $0.occasion.id.description == asked.lowercased() }) else { throw StoreError.notFound }
            return found
        }
        return all.first { $0.daysLeft >= 0 } ?? all.last
    }
}
