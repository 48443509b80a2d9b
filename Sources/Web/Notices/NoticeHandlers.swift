import Household
import HTTPServer
import Store

extension Router<WebContext> {
    mutating func addNotices() {
        page("/h/:household/notices") { room, _ in try await NoticeHandlers(room: room).show() }
        form("/h/:household/notices/settings") { room, form, _ in try await NoticeHandlers(room: room).change(form) }
        form("/h/:household/notices/sharing") { room, form, _ in try await NoticeHandlers(room: room).share(form) }
        form("/h/:household/notices/reading") { room, _, _ in try await NoticeHandlers(room: room).readAll() }
        form("/h/:household/notices/:notice/reading") { room, _, path in try await NoticeHandlers(room: room).read(try path.id("notice")) }
    }
}

/// What a member was told.
struct NoticeHandlers: Sendable {
    let room: Room

    /// Notices on the page.
    static let limit = 100

    func show(_ entries: Entries = .empty) async throws -> HTTPResponse {
        let notices = try await room.store.notices(limit: Self.limit, unreadOnly: false, as: room.caller)
        let key = try room.visit.key
        let preferences = try await room.store.preferences(key), thresholds = try await room.store.thresholds(as: room.caller)
        let sharing = try await room.store.sharing(key, in: room.household.id)
        let page = NoticesPage(
            notices: notices.map { notice in
                .init(key: "\(notice.id)", card: Self.card(notice, in: room.frame), when: room.when(notice.created), isRead: notice.read != nil)
            },
            settings: NoticeSettings(
                byMail: preferences.mailNotices, timing: preferences.timing, ways: preferences.ways,
                thresholds: room.role.maySeeBudgets
                    ? .init(mine: thresholds.mine, household: thresholds.household, isOrganiser: room.role == .organiser) : nil,
                sharing: SharingSettings(others: others.map {
                    .init(key: "\($0.id)", name: $0.name, readsMail: sharing.mailbox.contains($0.id), usesDevice: sharing.device.contains($0.id))
                }),
                entries: entries))
        return room.page(page.html(in: room.frame), status: room.status(entries))
    }

    /// What a field that is not there says stays as it is.
    func change(_ form: FormReader) async throws -> HTTPResponse {
        var form = form
        let mine = try choice("at", form), all = try choice("everybody", form)
        var change = PreferenceChange(mailNotices: form.has("mail") ? form["mail"] == "yes" : nil)
        for (kind, _) in NoticeSettings.kinds where form.has("way-\(kind.rawValue)") {
            guard let way = NoticeWay(form["way-\(kind.rawValue)"]) else { throw Problem.notFound }
            change.ways[kind] = way
        }
        if form.has("rhythm") {
            let time = form.time("digest-at")
            if time == nil, form["rhythm"] != "once" { form.refuse("digest-at", "is needed") }
            change.rhythm = time.flatMap { NoticeSettings.Rhythm.read(form["rhythm"], at: $0) } ?? .atOnce
        }
        if form.has("quiet-from"), form.has("quiet-to") {
            let from = form.time("quiet-from"), to = form.time("quiet-to")
            if from == nil, to != nil { form.refuse("quiet-from", "is needed with the other") }
            if to == nil, from != nil { form.refuse("quiet-to", "is needed with the other") }
            if let from, from == to { form.refuse("quiet-to", "must be another time") }
            change.quiet = .some(from.flatMap { from in to.flatMap { QuietHours(from: from, to: $0) } })
        }
        guard form.isSound else { return try await show(form.entries) }
        if mine != nil || all != nil {
            _ = try await room.store.changeThresholds(household: all?.percents, mine: mine.map(\.percents), as: room.caller)
        }
        _ = try await room.store.changePreferences(change, try room.visit.key)
        return room.see("/notices", saying: .saved)
    }

    private func choice(_ field: String, _ form: FormReader) throws -> ThresholdChoice? {
        guard form.has(field), room.role.maySeeBudgets else { return nil }
        guard let choice = ThresholdChoice(form[field]) else { throw Problem.notFound }
        return choice
    }

    func share(_ form: FormReader) async throws -> HTTPResponse {
        let answers = others.map { (id: $0.id, answer: form["shared-\($0.id)"]) }
        _ = try await room.store.changeSharing(
            mailbox: answers.filter { ["mailbox", "both"].contains($0.answer) }.map(\.id),
            device: answers.filter { ["device", "both"].contains($0.answer) }.map(\.id), try room.visit.key, in: room.household.id)
        return room.see("/notices", saying: .saved)
    }

    private var others: [Member] { room.members.filter { $0.id != room.me } }

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
            return NoticeCard(
                tone: .warn, icon: .warning, lead: monthly.headline, words: monthly.advice,
                link: frame.path("/budget/\(monthly.category)?month=\(monthly.month)"))
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
