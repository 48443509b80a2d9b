import Household
import HTTPServer
import Store

extension Router<WebContext> {
    mutating func addNotices() {
        page("/h/:household/notices") { room, _ in try await NoticeHandlers(room: room).show() }
        form("/h/:household/notices/settings") { room, form, _ in try await NoticeHandlers(room: room).change(form) }
        form("/h/:household/notices/reading") { room, _, _ in try await NoticeHandlers(room: room).readAll() }
        form("/h/:household/notices/:notice/reading") { room, _, path in try await NoticeHandlers(room: room).read(try path.id("notice")) }
    }
}

/// What a member was told.
struct NoticeHandlers: Sendable {
    let room: Room

    /// Notices on the page.
    static let limit = 100

    func show() async throws -> HTTPResponse {
        let notices = try await room.store.notices(limit: Self.limit, unreadOnly: false, as: room.caller)
        let preferences = try await room.store.preferences(try room.visit.key), thresholds = try await room.store.thresholds(as: room.caller)
        let page = NoticesPage(
            notices: notices.map { notice in
                .init(key: "\(notice.id)", card: Self.card(notice, in: room.frame), when: room.when(notice.created), isRead: notice.read != nil)
            },
            settings: NoticeSettings(
                byMail: preferences.mailNotices, thresholds: room.role.maySeeBudgets ? .init(mine: thresholds.mine, household: thresholds.household) : nil))
        return room.page(page.html(in: room.frame))
    }

    func change(_ form: FormReader) async throws -> HTTPResponse {
        if form.has("at"), room.role.maySeeBudgets {
            guard let choice = NoticeSettings.Choice(form["at"]) else { throw Problem.notFound }
            _ = try await room.store.changeThresholds(household: nil, mine: .some(choice.percents), as: room.caller)
        }
        _ = try await room.store.changePreferences(mailNotices: form["mail"] == "yes", try room.visit.key)
        return room.see("/notices", saying: .saved)
    }

    func readAll() async throws -> HTTPResponse {
        try await room.store.readAllNotices(as: room.caller)
        return room.see("/notices")
    }

    func read(_ notice: Notice.ID) async throws -> HTTPResponse {
        try await room.store.readNotice(notice, as: room.caller)
        return room.see("/notices")
    }

    static func card(_ notice: Notice, in frame: Frame) -> NoticeCard {
        if let coming = notice.coming {
            return NoticeCard(icon: .bell, lead: coming.headline, words: coming.advice, link: frame.path("/gifts?occasion=\(coming.occasion)"))
        }
        if let monthly = notice.monthly {
            return NoticeCard(tone: .warn, icon: .warning, lead: monthly.headline, words: monthly.advice)
        }
        guard let budget = notice.budget else {
            return NoticeCard(icon: notice.kind == .scan ? .scan : .bell, lead: words(notice.kind))
        }
        let rest = budget.recipient.map { "/gifts/\($0)?occasion=\(budget.occasion)" } ?? "/gifts?occasion=\(budget.occasion)"
        return NoticeCard(tone: .warn, icon: .warning, lead: budget.headline, words: budget.advice, link: frame.path(rest))
    }

    private static func words(_ kind: Notice.Kind) -> String {
        switch kind {
        case .budget: "A budget has changed."
        case .reminder: "An occasion is coming up."
        case .claim: "Something on a list has changed."
        case .exchange: "The exchange has news for you."
        case .invitation: "Somebody joined the household."
        case .scan: "A photo has been read."
        case .system: "This server has something to tell you."
        }
    }
}
