import Household
import HTTPServer
import Store

extension Router<WebContext> {
    mutating func addNotices() {
        page("/h/:household/notices") { room, _ in try await NoticeHandlers(room: room).show() }
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
        let page = NoticesPage(notices: notices.map { notice in
            .init(key: "\(notice.id)", card: Self.card(notice, in: room.frame), when: room.when(notice.created), isRead: notice.read != nil)
        })
        return room.page(page.html(in: room.frame))
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
